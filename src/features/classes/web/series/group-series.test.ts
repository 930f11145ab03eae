import { expect, it } from 'vitest';
import { groupSeries, partByTime } from './group-series.ts';

const coffee = {
  kind: 'club',
  title: 'English Coffee',
  teacherId: 'mariana',
  language: 'en',
  level: 'basic',
  targetAudience: 'adult',
  requiredTier: 'free',
  zone: 'America/New_York',
} as const;
const at = (startsAt: string, more: object = {}) => ({ ...coffee, ...more, startsAt });
const shapeOf = (classes: Parameters<typeof groupSeries>[0], readerZone = 'America/Bogota') =>
  groupSeries(classes, readerZone).map(({ meetings }) =>
    meetings.map(({ startsAt }) => startsAt.slice(5, 13)),
  );

it('groupSeries puts the same club on several days into one series, in the order of the first meetings', () => {
  const classes = [
    at('2026-11-20T13:00:00Z'),
    at('2026-11-20T23:00:00Z', { title: 'Apéro' }),
    at('2026-11-21T13:00:00Z'),
  ];
  expect(shapeOf(classes)).toEqual([['11-20T13', '11-21T13'], ['11-20T23']]);
});

it('groupSeries keeps days apart whose time differs in the zone of the class, in Mexico City or for the reader', () => {
  // New York left daylight saving time on 1 November 2026: 08:00 is an hour later in UTC.
  expect(shapeOf([at('2026-10-31T12:00:00Z'), at('2026-11-01T12:00:00Z')])).toHaveLength(2);
  expect(shapeOf([at('2026-10-31T12:00:00Z'), at('2026-11-01T13:00:00Z')])).toHaveLength(2);
  const inBogota = [
    at('2026-10-31T13:00:00Z', { zone: 'America/Bogota' }),
    at('2026-11-01T13:00:00Z', { zone: 'America/Bogota' }),
  ];
  expect(shapeOf(inBogota)).toHaveLength(1);
  expect(shapeOf(inBogota, 'America/New_York')).toHaveLength(2);
});

it.each([
  ['teacher', { teacherId: 'jonas' }],
  ['tier', { requiredTier: 'vip' }],
  ['level', { level: 'advanced' }],
  ['age group', { targetAudience: 'kid' }],
])('groupSeries keeps clubs of another %s apart', (_, more) => {
  expect(shapeOf([at('2026-11-20T13:00:00Z'), at('2026-11-21T13:00:00Z', more)])).toHaveLength(2);
});

it('partByTime keeps a series with a meeting that is live or to come apart from one that is over', () => {
  const now = new Date('2026-11-21T12:30:00Z');
  const meeting = (title: string, startsAt: string, status: 'scheduled' | 'cancelled' = 'scheduled') => ({
    ...at(startsAt, { title }),
    title,
    status,
    durationMinutes: 60,
  });
  const { toCome, over } = partByTime(
    groupSeries(
      [
        meeting('over', '2026-11-20T12:00:00Z'),
        meeting('both', '2026-11-20T13:00:00Z'),
        meeting('live', '2026-11-21T12:00:00Z'),
        meeting('both', '2026-11-21T13:00:00Z'),
        meeting('cancelled', '2026-11-22T13:00:00Z', 'cancelled'),
      ],
      'America/Bogota',
    ),
    now,
  );
  const titles = (some: typeof over) => some.map(({ meetings }) => meetings[0].title);
  expect(titles(toCome)).toEqual(['both', 'live']);
  expect(titles(over)).toEqual(['over', 'cancelled']);
});
