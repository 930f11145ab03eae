import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import { timesOf } from '../seat/class-times.ts';
import styles from './week-of-clubs.module.css';

/**
 * The start of a club in Mexico City and, where it differs, in the reader's zone, in little space. The column shows
 * the reader's day, so the day in Mexico City is added only where it differs. The page names Mexico City once; a block
 * names its cities only where it shows two times.
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
        {reader && <span className={styles.place}>{zoneCity(mexicoCity, i18n.language)}</span>}
      </span>
      {reader && (
        <span className={styles.line}>
          <time dateTime={startsAt} className={styles.time}>
            {reader.time}
          </time>
          <span className={styles.place}>{t('times.yours', { city: zoneCity(zone, i18n.language) })}</span>
        </span>
      )}
    </span>
  );
}
