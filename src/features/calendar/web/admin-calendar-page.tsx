import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CalendarConnection } from './calendar-connection.tsx';
import { OrganisersFeed } from './organisers-feed.tsx';
import { calendarStatusQuery } from './queries.ts';
import { WaitingClasses } from './waiting-classes.tsx';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'calendar' }));

/** Shows administrators which calendar Sumi writes classes to, and which classes it could not write. */
export default function AdminCalendarPage() {
  const { t } = useTranslation('calendar');
  const { data, error, refetch } = useQuery(calendarStatusQuery);
  return (
    <div>
      <PageHeader title={t('admin.title')} text={t('admin.text')} accent="live" />
      {data ? (
        <Stack gap="lg">
          <CalendarConnection status={data} />
          <WaitingClasses status={data} />
          {data.kind === 'built-in' && <OrganisersFeed feed={data.organisersFeed} />}
        </Stack>
      ) : error ? (
        <ErrorState error={error} title={t('admin.failed')} onRetry={refetch} />
      ) : (
        <LoadingBlocks heights={['8rem', '12rem']} gap="lg" />
      )}
    </div>
  );
}
