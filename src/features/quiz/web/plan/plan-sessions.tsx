import { Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { learnersAddress, publicAddress } from '#features/classes/rules.ts';
import { PriceBadge } from '#features/classes/web/seat/plan-price.tsx';
import { StartTimes } from '#features/classes/web/seat/start-times.tsx';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import type { PersonalPlan } from '../../contract.ts';
import classes from './plan-result.module.css';

/** As many as a plan asks for in a week; the others are one press away. */
const firstSessions = 4;

/** Upcoming clubs and classes, by start; each leads to the class, for a visitor on its public page. */
export function PlanSessions({
  sessions,
  signedIn,
}: {
  sessions: PersonalPlan['sessions'];
  signedIn: boolean;
}) {
  const { t } = useTranslation(['quiz', 'classes']);
  const zone = useReaderZone();
  const [all, setAll] = useState(false);
  if (sessions.length === 0) return <Text c="dimmed">{t('plan.result.noSessions')}</Text>;
  const shown = all ? sessions : sessions.slice(0, firstSessions);
  return (
    <>
      <ul className={classes.sessions}>
        {shown.map(({ id, kind, title, startsAt, durationMinutes, requiredTier, seatsLeft }) => (
          <Card key={id} component="li" className={classes.session}>
            <StartTimes startsAt={startsAt} zone={zone} withDay />
            <Text fw={800} size="lg" className={classes.words}>
              <Link to={signedIn ? learnersAddress(id) : publicAddress(id)} className={classes.whole}>
                {title}
              </Link>
            </Text>
            <Group gap="xs">
              <PriceBadge tier={requiredTier} size="md" />
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
      {shown.length < sessions.length && (
        <Button variant="default" mt="md" onClick={() => setAll(true)}>
          {t('plan.result.moreSessions', { count: sessions.length - shown.length })}
        </Button>
      )}
    </>
  );
}
