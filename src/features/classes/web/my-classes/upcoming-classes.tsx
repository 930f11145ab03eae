import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
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
  const classes = useList(upcomingClasses);
  const headingOf = useDayHeading(today);
  useFailureToast(classes.query.error, t('page.failed'));
  return (
    <PagedList
      list={classes}
      loading={<CardsLoading />}
      empty={<EmptyState title={t(forKids ? 'page.emptyKids' : 'page.empty')} />}
      more={t('page.more')}
      gap="xl"
    >
      {(items) =>
        [...Map.groupBy(items, ({ startsAt }) => calendarDay(startsAt, zone))].map(([day, ofTheDay]) => (
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
        ))
      }
    </PagedList>
  );
}
