import { Badge, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import type { ClassCard } from '../../contract.ts';
import { useDayHeading } from '../use-day-heading.ts';
import styles from './week-of-clubs.module.css';
import { WeekOfClubsBlock } from './week-of-clubs-block.tsx';

const weekday = { weekday: 'long', day: 'numeric' } as const;

/** A column for each day, for wide screens. Days are in the reader's zone. */
export function WeekOfClubsDays({
  days,
  clubsOn,
  loading,
  clock: { now, zone, today },
}: {
  days: readonly string[];
  clubsOn: (day: string) => readonly ClassCard[];
  loading: boolean;
  clock: { now: Date; zone: string; today: string };
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const headingOf = useDayHeading(today);
  const isOfToday = days.includes(today);
  // The days to come get the room that the past ones of this week need less.
  const columns = days.map((day) => (isOfToday && day < today ? 'minmax(0, 0.75fr)' : 'minmax(0, 1fr)'));
  return (
    <div className={styles.week} style={{ '--days': columns.join(' ') } as CSSProperties} aria-busy={loading}>
      <VisuallyHidden role="status">{loading && t('shell:loading')}</VisuallyHidden>
      {days.map((day) => (
        <section
          key={day}
          className={styles.day}
          aria-label={headingOf(day)}
          data-today={day === today || undefined}
          data-over={(isOfToday && day < today) || undefined}
        >
          <Title order={3} size="h4" className={styles.heading}>
            {dayInWords(day, i18n.language, weekday)}
            {day === today && (
              <Badge color="live" variant="filled">
                {t('week.today')}
              </Badge>
            )}
          </Title>
          {clubsOn(day).map((club) => (
            <WeekOfClubsBlock key={club.id} club={club} now={now} zone={zone} />
          ))}
          {loading && <Skeleton h="8rem" radius="md" />}
          {!loading && clubsOn(day).length === 0 && (
            <Text size="sm" c="dimmed">
              {t('weekOfClubs.nothing')}
            </Text>
          )}
        </section>
      ))}
    </div>
  );
}
