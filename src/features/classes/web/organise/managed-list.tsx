import { ActionIcon, Button, Center, Group, Stack, Title, Tooltip } from '@mantine/core';
import { IconCalendarOff, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import type { ManagedClass } from '../../contract.ts';
import { CardsLoading } from '../cards-loading.tsx';
import { managedClasses } from '../queries.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { ClassBlock } from '../week-calendar/class-block.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ClassDrawer } from './class-drawer.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './managed-list.module.css';

/** What the organiser has on the calendar from today on, or ever, by day. */
export function ManagedList({ zone, today }: { zone: string; today: string }) {
  const { t } = useTranslation('classes');
  const [withPast, setWithPast] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<ManagedClass | null>(null);
  const [cancelling, setCancelling] = useState<ManagedClass | null>(null);
  const headingOf = useDayHeading(today);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    // The reader's zone is their device's, so this is midnight there.
    managedClasses(withPast ? undefined : new Date(`${today}T00:00:00`).toISOString()),
  );
  useFailureToast(error, t('admin.failed'));
  const classes = data?.pages.flatMap(({ items }) => items);
  const byDay = Map.groupBy(classes ?? [], ({ startsAt }) => calendarDay(startsAt, zone));
  return (
    <Stack gap="lg">
      <Group>
        <Button size="sm" variant="default" onClick={() => setWithPast(!withPast)}>
          {t(withPast ? 'admin.withoutPast' : 'admin.withPast')}
        </Button>
      </Group>
      {!classes && (error ? <ErrorState error={error} onRetry={refetch} /> : <CardsLoading />)}
      {classes?.length === 0 && <EmptyState title={t('admin.empty')} text={t('admin.emptyText')} />}
      {[...byDay].map(([day, ofTheDay]) => (
        <Stack key={day} gap="xs" component="section" aria-label={headingOf(day)}>
          <Title order={2} size="h3">
            {headingOf(day)}
          </Title>
          {ofTheDay.map((liveClass) => (
            <div key={liveClass.id} className={styles.row}>
              <ClassBlock liveClass={liveClass} zone={zone} wide onOpen={setOpenId} />
              <span className={styles.actions}>
                {liveClass.allowed.cancel === null && (
                  <Tooltip label={t('cancel.open')}>
                    <ActionIcon
                      color="gray"
                      aria-label={t('cancel.openFor', { title: liveClass.title })}
                      onClick={() => setCancelling(liveClass)}
                    >
                      <IconCalendarOff size="1.25rem" aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
                {liveClass.allowed.remove === null && (
                  <Tooltip label={t('delete.open')}>
                    <ActionIcon
                      color="red"
                      aria-label={t('delete.openFor', { title: liveClass.title })}
                      onClick={() => setLeaving(liveClass)}
                    >
                      <IconTrash size="1.25rem" aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
              </span>
            </div>
          ))}
        </Stack>
      ))}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('page.more')}
          </Button>
        </Center>
      )}
      <ClassDrawer
        liveClass={classes?.find(({ id }) => id === openId)}
        zone={zone}
        onClose={() => setOpenId(null)}
      />
      <CancelDialog liveClass={cancelling} onClose={() => setCancelling(null)} />
      <DeleteDialog liveClass={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
}
