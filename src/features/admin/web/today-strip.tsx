import { Badge, Button, Card, Text, Title } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { organisersAddress } from '#features/classes/rules.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import type { TodaysClass } from '../contract.ts';
import classes from './overview.module.css';

/** The day's classes and clubs that are live, still to begin, or ended with a roll to call. */
export function TodayStrip({ classes: today }: { classes: readonly TodaysClass[] }) {
  const { t } = useTranslation('admin');
  return (
    <Card component="section" aria-labelledby="today">
      <Title order={2} size="h3" id="today">
        {t('today.title')}
      </Title>
      {today.length === 0 ? (
        <Text c="dimmed">{t('today.empty')}</Text>
      ) : (
        <ul className={classes.rows}>
          {today.map((liveClass) => (
            <TodaysRow key={liveClass.id} liveClass={liveClass} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TodaysRow({ liveClass }: { liveClass: TodaysClass }) {
  const { t } = useTranslation('admin');
  const zone = useReaderZone();
  const { nearMoment } = useDates();
  const { title, startsAt, state, rollClosed, teacherName, seatsTaken, maxStudents } = liveClass;
  // The class of last night that goes on, or whose roll is due, is not tonight's.
  const isToday = calendarDay(startsAt, zone) === calendarDay(new Date().toISOString(), zone);
  const address = organisersAddress(liveClass.id, state === 'coming' ? undefined : 'roll');
  const seats = t('classes.seats', { count: maxStudents, taken: seatsTaken, offered: maxStudents });
  return (
    <li className={classes.todaysClass}>
      <time dateTime={startsAt} className={classes.todaysTime}>
        {isToday ? clockTime(startsAt, zone) : nearMoment(startsAt)}
      </time>
      <Link to={address} className={classes.rowTitle}>
        {title}
      </Link>
      <State state={state} />
      <span className={classes.todaysText}>{`${teacherName} · ${seats}`}</span>
      {state !== 'coming' && !rollClosed && (
        <Button
          component={Link}
          to={address}
          size="sm"
          variant="default"
          className={classes.todaysAct}
          leftSection={<IconChecklist size="1.125rem" aria-hidden />}
          aria-label={t('today.callOf', { title })}
        >
          {t('today.call')}
        </Button>
      )}
    </li>
  );
}

function State({ state }: { state: TodaysClass['state'] }) {
  const { t } = useTranslation('admin');
  if (state === 'coming') return null;
  if (state === 'roll-due') return <Badge color="cup">{t('today.rollDue')}</Badge>;
  return (
    <Badge color="live" variant="filled">
      {t('today.live')}
    </Badge>
  );
}
