import { Badge, Button, Card, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { organisersAddress } from '#features/classes/rules.ts';
import { LanguageTag } from '#features/classes/web/browse/language-tag.tsx';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { joinTime } from '#shared/time/dates.ts';
import { calendarDay, clockTime, offsetLabel } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import type { NextClass } from '../contract.ts';
import classes from './overview.module.css';

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** The first classes and clubs after today, in the reader's zone. */
export function NextClasses({ classes: next }: { classes: readonly NextClass[] }) {
  const { t } = useTranslation('admin');
  const zone = useReaderZone();
  return (
    <Card component="section" aria-labelledby="next-classes">
      <div className={classes.cardHead}>
        <div>
          <Title order={2} size="h3" id="next-classes">
            {t('classes.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('classes.zone', { offset: offsetLabel(zone, new Date().toISOString()) })}
          </Text>
        </div>
        <Button component={Link} to="/admin/classes" variant="default" size="sm">
          {t('classes.all')}
        </Button>
      </div>
      {next.length === 0 ? (
        <>
          <Text c="dimmed" mb="md">
            {t('classes.empty')}
          </Text>
          <Button
            component={Link}
            to="/admin/classes?new="
            leftSection={<IconPlus size="1.25rem" aria-hidden />}
          >
            {t('classes.create')}
          </Button>
        </>
      ) : (
        <ul className={classes.rows}>
          {next.map((liveClass) => (
            <ClassRow key={liveClass.id} liveClass={liveClass} zone={zone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ClassRow({ liveClass, zone }: { liveClass: NextClass; zone: string }) {
  const { t, i18n } = useTranslation('admin');
  const { seatsTaken, maxStudents, startsAt } = liveClass;
  const day = dayInWords(calendarDay(startsAt, zone), i18n.language, shortDay);
  return (
    <li className={classes.row}>
      <Link to={organisersAddress(liveClass.id)} className={classes.rowTitle}>
        {liveClass.title}
      </Link>
      <span className={classes.tier}>
        <TierBadge tier={liveClass.requiredTier} size="md" />
      </span>
      <span className={classes.rowText}>
        <time dateTime={startsAt}>{joinTime(day, clockTime(startsAt, zone), i18n.language)}</time> ·{' '}
        {liveClass.teacherName}
      </span>
      <span className={classes.rowText}>
        {t('classes.seats', { count: maxStudents, taken: seatsTaken, offered: maxStudents })}
      </span>
      <span className={classes.language}>
        <LanguageTag taught={liveClass} />
        {liveClass.kind === 'club' && <Badge color="live">{t('classes.club')}</Badge>}
      </span>
    </li>
  );
}
