import { Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay, clockTime, offsetLabel } from '#shared/zones.ts';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import type { ManagedClass } from '../contract.ts';
import { dayInWords } from './calendar-days.ts';
import styles from './class-card.module.css';
import { Rating } from './class-card.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LanguageTag } from './language-tag.tsx';
import { useLast } from './use-last.ts';
import { zoneCity } from './zone-name.ts';

/** Everything about one class, for who organises it. Closed while there is none. */
export function ClassDrawer({
  liveClass,
  zone,
  onClose,
}: {
  liveClass: ManagedClass | undefined;
  /** The viewer's. */
  zone: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const shown = useLast(liveClass ?? null);
  return (
    <Drawer
      opened={liveClass !== undefined}
      onClose={onClose}
      position="right"
      title={<span className={styles.drawerTitle}>{shown?.title}</span>}
      closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
    >
      {shown && <Details liveClass={shown} zone={zone} onDeleted={onClose} />}
    </Drawer>
  );
}

function Details({
  liveClass,
  zone,
  onDeleted,
}: {
  liveClass: ManagedClass;
  zone: string;
  onDeleted: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const [asking, setAsking] = useState(false);
  const { startsAt, level, kind, status, meetLink } = liveClass;
  const zones = [...new Set([zone, liveClass.zone])];
  return (
    <Stack>
      <Group gap="xs">
        <TierBadge tier={liveClass.requiredTier} />
        <LanguageTag taught={liveClass} />
      </Group>
      <dl className={styles.facts}>
        {status === 'cancelled' && <Fact name={t('details.status')}>{t('week.cancelled')}</Fact>}
        {zones.map((each) => (
          <Fact key={each} name={t(each === zone ? 'details.yourTime' : 'details.classTime')}>
            <When startsAt={startsAt} zone={each} />
          </Fact>
        ))}
        <Fact name={t('form.durationMinutes')}>{t('minutes', { count: liveClass.durationMinutes })}</Fact>
        <Fact name={t('form.kind')}>{t(`kinds.${kind}`)}</Fact>
        {level && <Fact name={t('form.level')}>{t(`shell:levels.${level}`)}</Fact>}
        <Fact name={t('details.teacher')}>
          {liveClass.teacherName}{' '}
          {liveClass.teacherRating !== null && <Rating rating={liveClass.teacherRating} />}
        </Fact>
        <Fact name={t('details.seats')}>
          {t('details.taken', { count: liveClass.seatsTaken, max: liveClass.maxStudents })}
        </Fact>
        <Fact name={t('form.meetLink')}>
          {meetLink ? (
            <Anchor href={meetLink} target="_blank" rel="noopener noreferrer" className={styles.words}>
              {meetLink}
            </Anchor>
          ) : (
            t(liveClass.hasMeetLink ? 'seat.doorOpens' : 'details.noMeetLink')
          )}
        </Fact>
      </dl>
      <Text className={styles.words}>{liveClass.description}</Text>
      {liveClass.allowed.remove === null && (
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size="1.25rem" aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('delete.open')}
        </Button>
      )}
      <DeleteDialog
        liveClass={asking ? liveClass : null}
        onClose={() => setAsking(false)}
        onDeleted={onDeleted}
      />
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function When({ startsAt, zone }: { startsAt: string; zone: string }) {
  const { t, i18n } = useTranslation('classes');
  return (
    <time dateTime={startsAt}>
      {t('details.when', {
        day: dayInWords(calendarDay(startsAt, zone), i18n.language),
        time: clockTime(startsAt, zone),
        zone: `${zoneCity(zone, t)}, ${offsetLabel(zone, startsAt)}`,
      })}
    </time>
  );
}
