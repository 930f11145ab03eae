import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useInSlices } from '#web/api/use-in-slices.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { NewestStudents } from './newest-students.tsx';
import { NextClasses } from './next-classes.tsx';
import classes from './overview.module.css';
import { overviewQuery } from './queries.ts';
import { TodayStrip } from './today-strip.tsx';
import { TrendsSection } from './trends-section.tsx';
import { useRefetchOnHints } from './use-refetch-on-hints.ts';
import { WaitingList } from './waiting-list.tsx';

export const meta = () => pageMeta(i18n.t('overview.title', { ns: 'admin' }));

/** The administrators' first page: figures, today's classes, what waits, trends. */
export default function OverviewPage() {
  const { t } = useTranslation('admin');
  const { data: read, error, refetch } = useQuery(overviewQuery);
  const data = useInSlices(read);
  useRefetchOnHints();
  const steps = data?.firstSteps;
  // A new community has none to draw.
  const hasFigures = !steps || (steps.classScheduled && steps.studentJoined);
  return (
    <div>
      <PageHeader title={t('overview.title')} text={t('overview.text')} accent="teach" />
      <div className={classes.parts}>
        {steps && <FirstStepsCard steps={steps} />}
        {data && <FigureCards overview={data} />}
        {!data &&
          (error ? (
            <ErrorState error={error} title={t('overview.failed')} onRetry={refetch} />
          ) : (
            <LoadingBlocks heights={['10.5rem']} times={4} className={classes.figures} />
          ))}
        {data && <TodayStrip classes={data.today} />}
        {!data && !error && <LoadingBlocks heights={['12rem']} />}
        <WaitingList />
        {data && (
          <div className={classes.columns}>
            <NextClasses classes={data.nextClasses} />
            <NewestStudents students={data.newestStudents} />
          </div>
        )}
        {!data && !error && <LoadingBlocks heights={['18rem']} times={2} className={classes.columns} />}
        {hasFigures && <TrendsSection />}
      </div>
    </div>
  );
}
