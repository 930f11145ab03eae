import { Card, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StartTimes } from '#features/classes/web/seat/start-times.tsx';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { deviceZone } from '#web/i18n/device-zone.ts';
import type { Plan } from '../../contract.ts';
import classes from './plan-result.module.css';

/** Upcoming clubs and classes, by start. */
export function PlanSessions({ sessions }: { sessions: Plan['sessions'] }) {
  const { t } = useTranslation(['quiz', 'classes']);
  const zone = deviceZone();
  if (sessions.length === 0) return <Text c="dimmed">{t('plan.result.noSessions')}</Text>;
  return (
    <ul className={classes.sessions}>
      {sessions.map(({ id, kind, title, startsAt, durationMinutes, requiredTier, seatsLeft }) => (
        <Card key={id} component="li" className={classes.session}>
          <StartTimes startsAt={startsAt} zone={zone} withDay />
          <Text fw={800} size="lg" className={classes.words}>
            {title}
          </Text>
          <Group gap="xs">
            <TierBadge tier={requiredTier} size="md" />
            <Text size="sm" c="dimmed">
              {[
                t(`classes:kinds.${kind}`),
                t('classes:minutes', { count: durationMinutes }),
                t('plan.result.places', { count: seatsLeft }),
              ].join(' · ')}
            </Text>
          </Group>
        </Card>
      ))}
    </ul>
  );
}
