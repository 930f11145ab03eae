import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FigureCards } from './figure-cards.tsx';
import { NewestStudents } from './newest-students.tsx';
import { NextClasses } from './next-classes.tsx';
import classes from './overview.module.css';
import { overviewQuery } from './queries.ts';

export function meta() {
  return [{ title: `${i18n.t('overview.title', { ns: 'admin' })} · Sumi` }];
}

/** How the community is doing: the organisers' first page. */
export default function OverviewPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <div>
      <PageHeader title={t('overview.title')} text={t('overview.text')} accent="teach" />
      {data && (
        <div className={classes.parts}>
          <FigureCards overview={data} />
          <div className={classes.columns}>
            <NextClasses classes={data.nextClasses} />
            <NewestStudents students={data.newestStudents} />
          </div>
        </div>
      )}
      {!data &&
        (error ? <ErrorState error={error} title={t('overview.failed')} onRetry={refetch} /> : <Loading />)}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={classes.parts}>
      <div className={classes.figures}>
        {['classes', 'students', 'sign-ups', 'seats', 'issued', 'spent'].map((figure) => (
          <Skeleton key={figure} h="8.5rem" radius="lg" />
        ))}
      </div>
      <div className={classes.columns}>
        <Skeleton h="18rem" radius="lg" />
        <Skeleton h="18rem" radius="lg" />
      </div>
    </div>
  );
}
