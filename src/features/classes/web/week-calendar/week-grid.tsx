import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { clockTime, offsetLabel } from '#shared/time/zones.ts';
import type { ManagedClass } from '../../contract.ts';
import { ClassBlock } from './class-block.tsx';
import { scrollToWeek } from './scroll-to-week.ts';
import styles from './week-grid.module.css';
import type { WeekLayout } from './week-layout.ts';

export type WeekProps = {
  days: readonly string[];
  layout: WeekLayout<ManagedClass>;
  /** The reader's. */
  zone: string;
  now: Date;
  today: string;
  loading: boolean;
  onOpen: (id: string) => void;
  /** Begins a new class at that day and local time (`HH:mm`). */
  onCreate: (date: string, time: string) => void;
  /** Turns to the next week, from the end of this one. */
  onNext: () => void;
};

/**
 * The week as a table with a column for each day and a row for each hour. Each class is in the hour in which it begins.
 * An empty cell of the future is a button for a new class. A line in the column of today shows the current time.
 */
export function WeekGrid({ days, layout, zone, now, today, loading, onOpen, onCreate }: WeekProps) {
  const { t, i18n } = useTranslation('classes');
  const scroller = useRef<HTMLElement>(null);
  const isToday = (day: string) => day === today || undefined;
  const [hourNow = 0, minuteNow = 0] = clockTime(now.toISOString(), zone).split(':').map(Number);
  const isFuture = (day: string, hour: number) => day > today || (day === today && hour > hourNow);

  // Only when another week has loaded: later updates leave the reader's scroll position alone.
  const shown = loading ? null : days[0];
  useEffect(() => {
    if (shown && scroller.current) {
      scrollToWeek(scroller.current, layout.firstTaken, days.includes(today) ? hourNow : null);
    }
  }, [shown]);

  return (
    <section
      ref={scroller}
      className={styles.scroll}
      aria-label={t('week.label')}
      aria-busy={loading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard
      tabIndex={0}
    >
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
            <tr key={hour} data-hour={hour}>
              <th scope="row" className={styles.hour}>
                {onTheHour(hour)}
              </th>
              {days.map((day) => (
                <td key={day} className={styles.cell} data-today={isToday(day)}>
                  {layout.at(day, hour).map((liveClass) => (
                    <ClassBlock
                      key={liveClass.id}
                      liveClass={liveClass}
                      zone={zone}
                      now={now}
                      onOpen={onOpen}
                    />
                  ))}
                  {!loading && layout.at(day, hour).length === 0 && isFuture(day, hour) && (
                    <button
                      type="button"
                      // The keyboard's way to a new class is the button above the calendar.
                      tabIndex={-1}
                      className={styles.add}
                      aria-label={t('week.create', {
                        day: dayInWords(day, i18n.language),
                        time: onTheHour(hour),
                      })}
                      onClick={() => onCreate(day, onTheHour(hour))}
                    >
                      <IconPlus size="1.25rem" aria-hidden />
                    </button>
                  )}
                  {day === today && hour === hourNow && (
                    <span
                      className={styles.now}
                      style={{ insetBlockStart: `${(minuteNow / 60) * 100}%` }}
                      aria-hidden
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function onTheHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
