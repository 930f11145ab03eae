import { ActionIcon, Button, Group, Stack, Title, Tooltip } from '@mantine/core';
import { IconCalendarOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
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
  const classes = useList(
    // The reader's zone is their device's, so this is midnight there.
    managedClasses(withPast ? undefined : new Date(`${today}T00:00:00`).toISOString()),
  );
  useFailureToast(classes.query.error, t('admin.failed'));
  return (
    <Stack gap="lg">
      <Group>
        <Button size="sm" variant="default" onClick={() => setWithPast(!withPast)}>
          {t(withPast ? 'admin.withoutPast' : 'admin.withPast')}
        </Button>
      </Group>
      <PagedList
        list={classes}
        loading={<CardsLoading />}
        empty={<EmptyState title={t('admin.empty')} text={t('admin.emptyText')} />}
        more={t('page.more')}
      >
        {(items) =>
          [...Map.groupBy(items, ({ startsAt }) => calendarDay(startsAt, zone))].map(([day, ofTheDay]) => (
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
          ))
        }
      </PagedList>
      <ClassDrawer
        liveClass={classes.items?.find(({ id }) => id === openId)}
        zone={zone}
        onClose={() => setOpenId(null)}
      />
      <CancelDialog liveClass={cancelling} onClose={() => setCancelling(null)} />
      <DeleteDialog liveClass={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
}
