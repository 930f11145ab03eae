import { useTranslation } from 'react-i18next';
import { offsetLabel } from '#shared/zones.ts';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import type { ManagedClass } from '../../contract.ts';
import { ClassBlock } from './class-block.tsx';
import styles from './week-grid.module.css';
import type { WeekLayout } from './week-layout.ts';

export type WeekProps = {
  days: readonly string[];
  layout: WeekLayout<ManagedClass>;
  /** The viewer's. */
  zone: string;
  today: string;
  loading: boolean;
  onOpen: (id: string) => void;
};

/** The week as a table: a column a day, a row an hour, each class in the hour it begins in. */
export function WeekGrid({ days, layout, zone, today, loading, onOpen }: WeekProps) {
  const { t, i18n } = useTranslation('classes');
  const isToday = (day: string) => day === today || undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.scroll} aria-label={t('week.label')} aria-busy={loading} tabIndex={0}>
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col" className={styles.zone}>
              {offsetLabel(zone, `${days[0]}T12:00:00Z`)}
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={styles.day}
                data-today={isToday(day)}
                aria-current={isToday(day) && 'date'}
              >
                {dayInWords(day, i18n.language, { weekday: 'long' })}{' '}
                <span className={styles.number}>{Number(day.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {layout.hours.map((hour) => (
            <tr key={hour}>
              <th scope="row" className={styles.hour}>
                {`${String(hour).padStart(2, '0')}:00`}
              </th>
              {days.map((day) => (
                <td key={day} className={styles.cell} data-today={isToday(day)}>
                  {layout.at(day, hour).map((liveClass) => (
                    <ClassBlock key={liveClass.id} liveClass={liveClass} zone={zone} onOpen={onOpen} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
