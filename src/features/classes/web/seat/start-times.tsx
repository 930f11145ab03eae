import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/calendar-days.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { beforeTime } from '#shared/time/dates.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import styles from './class-card.module.css';
import { timesOf } from './class-times.ts';

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/**
 * The start of a class in Mexico City and, where it differs, in the reader's zone, each with the name of its city.
 * Shows the day where the two days differ, with `withDay` and with `today`. A page that names Mexico City once for
 * its list passes `namesCity={false}`: a start with one time then shows the time alone.
 */
export function StartTimes({
  startsAt,
  zone,
  withDay = false,
  today,
  namesCity = true,
}: {
  startsAt: string;
  /** The reader's. */
  zone: string;
  withDay?: boolean;
  /** The reader's: that day and the next are named, as in `Hoy, 07:00`. */
  today?: string;
  namesCity?: boolean;
}) {
  const { t, i18n } = useTranslation('classes');
  const { mexico, reader } = timesOf(startsAt, zone);
  const daysDiffer = reader !== null && reader.day !== mexico.day;
  const ownDay = (reader ?? mexico).day;
  function nearDay(day: string) {
    // The day in Mexico City may be another one than the reader's.
    if (!today || day !== ownDay) return null;
    return day === today ? t('clubs.today') : day === addDays(today, 1) ? t('clubs.tomorrow') : null;
  }
  const dayOf = (day: string) =>
    (withDay || today || daysDiffer) && (
      <>
        <span className={styles.day}>{nearDay(day) ?? dayInWords(day, i18n.language, shortDay)}</span>
        {beforeTime(i18n.language)}
      </>
    );
  return (
    <div className={styles.times}>
      <Text span>
        {dayOf(mexico.day)}
        <time dateTime={startsAt} className={styles.time}>
          {mexico.time}
        </time>{' '}
        {(namesCity || reader) && (
          <Text span size="sm" c="dimmed">
            {zoneCity(mexicoCity, i18n.language)}
          </Text>
        )}
      </Text>
      {reader && (
        <Text span>
          {dayOf(reader.day)}
          <time dateTime={startsAt} className={styles.time}>
            {reader.time}
          </time>{' '}
          <Text span size="sm" c="dimmed">
            {t('times.yours', { city: zoneCity(zone, i18n.language) })}
          </Text>
        </Text>
      )}
    </div>
  );
}
