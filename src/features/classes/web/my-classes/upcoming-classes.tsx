import { Button, Center, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import styles from '../card-grid.module.css';
import { CardsLoading } from '../cards-loading.tsx';
import { upcomingClasses } from '../queries.ts';
import { ClassCard } from '../seat/class-card.tsx';
import { useDayHeading } from '../use-day-heading.ts';

/** What has not ended yet, by the reader's days. */
export function UpcomingClasses({
  now,
  zone,
  today,
  forKids,
}: {
  now: Date;
  zone: string;
  today: string;
  forKids: boolean;
}) {
  const { t } = useTranslation('classes');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(upcomingClasses);
  const headingOf = useDayHeading(today);
  useFailureToast(error, t('page.failed'));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <CardsLoading />;

  const classes = data.pages.flatMap(({ items }) => items);
  if (classes.length === 0) return <EmptyState title={t(forKids ? 'page.emptyKids' : 'page.empty')} />;
  const byDay = Map.groupBy(classes, ({ startsAt }) => calendarDay(startsAt, zone));
  return (
    <Stack gap="xl">
      {[...byDay].map(([day, ofTheDay]) => (
        <Stack key={day} component="section" aria-label={headingOf(day)}>
          <Title order={2} size="h3">
            {headingOf(day)}
          </Title>
          <div className={styles.grid}>
            {ofTheDay.map((liveClass) => (
              <ClassCard key={liveClass.id} liveClass={liveClass} now={now} zone={zone} />
            ))}
          </div>
        </Stack>
      ))}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('page.more')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
