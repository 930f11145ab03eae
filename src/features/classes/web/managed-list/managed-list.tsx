import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ManagedClass, managedFilters } from '../../contract.ts';
import { managedClassesQuery } from '../managed-queries.ts';
import { ClassDialogs } from '../organise/class-dialogs.tsx';
import { type Act, ClassMenu } from '../organise/class-menu.tsx';
import { useDayHeading } from '../use-day-heading.ts';
import { ClassBlock } from '../week-calendar/class-block.tsx';
import { ManagedFilterBar } from './managed-filter-bar.tsx';
import styles from './managed-list.module.css';

/** As high as a class: in one line where there is room. */
const row = { base: '5.25rem', sm: '3.25rem' };

/** The organiser's classes by day, upcoming or past, with filters that the address keeps. */
export function ManagedList({
  zone,
  now,
  today,
  onOpen,
  onCreate,
  onCopy,
}: {
  zone: string;
  now: Date;
  today: string;
  onOpen: (id: string) => void;
  onCreate: () => void;
  onCopy: (id: string) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const [filters, filter, clear] = useFilters(managedFilters.shape);
  const headingOf = useDayHeading(today);
  const classes = useList(managedClassesQuery(filters));
  const [asked, setAsked] = useState<{ liveClass: ManagedClass; act: Act } | null>(null);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="lg">
      <ManagedFilterBar filters={filters} found={foundIn(classes)} onFilter={filter} />
      <Text size="sm" c="dimmed">
        {t('weekOfClubs.zone', { city: zoneCity(zone, i18n.language) })}
      </Text>
      <PagedList
        list={classes}
        failed={t('admin.failed')}
        loading={<LoadingBlocks heights={['1.5rem', row, row, row]} times={2} gap="xs" />}
        empty={
          isFiltered ? (
            <EmptyState title={t('admin.noMatch')} action={<ClearFilters onClear={clear} />} />
          ) : (
            <EmptyState
              title={t('admin.empty')}
              text={t('admin.emptyText')}
              action={
                <Button color="live" variant="light" onClick={onCreate}>
                  {t('form.open')}
                </Button>
              }
            />
          )
        }
        more={t('page.more')}
      >
        {(items) =>
          [...groupBy(items, ({ startsAt }) => calendarDay(startsAt, zone))].map(([day, ofTheDay]) => (
            <Stack key={day} gap="xs" component="section" aria-label={headingOf(day)}>
              <Title order={2} size="h3">
                {headingOf(day)}
              </Title>
              {ofTheDay.map((liveClass) => (
                <div key={liveClass.id} className={styles.row}>
                  <ClassBlock liveClass={liveClass} zone={zone} now={now} wide onOpen={onOpen} />
                  <ClassMenu
                    liveClass={liveClass}
                    onDo={(act) => setAsked({ liveClass, act })}
                    onCopy={() => onCopy(liveClass.id)}
                  />
                </div>
              ))}
            </Stack>
          ))
        }
      </PagedList>
      <ClassDialogs
        liveClass={asked?.liveClass ?? null}
        doing={asked?.act ?? null}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
