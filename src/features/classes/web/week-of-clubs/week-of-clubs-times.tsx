import { useTranslation } from 'react-i18next';
import { mexicoCity } from '#shared/zones.ts';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import { timesOf } from '../class-times.ts';
import { zoneCity } from '../zone-name.ts';
import styles from './week-of-clubs.module.css';

/**
 * When a club begins, in Mexico City and in the reader's zone where that reads differently, in little room. The
 * column says the reader's day; the day in Mexico is said where it is another.
 */
export function WeekOfClubsTimes({ startsAt, zone }: { startsAt: string; zone: string }) {
  const { t, i18n } = useTranslation('classes');
  const { mexico, reader } = timesOf(startsAt, zone);
  const otherDay = reader && reader.day !== mexico.day;
  return (
    <span className={styles.times}>
      <span className={styles.line}>
        <time dateTime={startsAt} className={styles.time}>
          {otherDay && `${dayInWords(mexico.day, i18n.language, { weekday: 'short' })} `}
          {mexico.time}
        </time>
        <span className={styles.place}>{zoneCity(mexicoCity, t)}</span>
      </span>
      {reader && (
        <span className={styles.line}>
          <time dateTime={startsAt} className={styles.time}>
            {reader.time}
          </time>
          <span className={styles.place}>{t('times.yours', { city: zoneCity(zone, t) })}</span>
        </span>
      )}
    </span>
  );
}
