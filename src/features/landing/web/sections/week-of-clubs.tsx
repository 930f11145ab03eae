import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import classes from './week-of-clubs.module.css';

/** From Monday to Sunday; each letter is the colour of a club. Twenty-five of them are drawn of a full week. */
const week = ['lfct', 'ftlc', 'cltf', 'tclf', 'lfgt', 'fclt', 'tglc'];
const fullWeek = [4, 4, 4, 4, 4, 3, 2];
/** The days of any week, from Monday on. */
const days = [
  '2024-01-01',
  '2024-01-02',
  '2024-01-03',
  '2024-01-04',
  '2024-01-05',
  '2024-01-06',
  '2024-01-07',
];

/** A week drawn as drops, one a club; with `byDay`, as many on each day as there are, four at most. */
export function WeekOfClubs({ label, byDay = fullWeek }: { label: string; byDay?: readonly number[] }) {
  const { i18n } = useTranslation();
  return (
    <figure className={classes.week}>
      <div className={classes.days} aria-hidden="true">
        {week.map((clubs, index) => (
          <div key={clubs} className={classes.day}>
            {[...clubs].slice(0, byDay[index]).map((colour) => (
              <svg
                key={colour}
                viewBox="-20 -48 40 49"
                className={classes.club}
                data-colour={colour}
                aria-hidden="true"
              >
                <path d="M1-47c1 5 4 9 8 13.5C14-28 19-23.5 19-16 19-7.5 10.5 0 0 0S-19-7.5-19-16c0-6.5 3-10.5 7.5-15C-6-35.5-2.5-40-1.5-46.5-1.3-48 .7-48 1-47z" />
                <circle cx="-6" cy="-18" r="2.4" />
                <circle cx="6" cy="-18" r="2.4" />
              </svg>
            ))}
            <span className={classes.name}>
              {dayInWords(days[index] ?? '', i18n.language, { weekday: 'short' })}
            </span>
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>{label}</figcaption>
    </figure>
  );
}
