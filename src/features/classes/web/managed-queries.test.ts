import { expect, it } from 'vitest';
import { defaultRules } from '../../../testing/class-scene.ts';
import { taughtClassesQuery } from './desk/queries.ts';
import { managedClassesQuery, managedClassQuery, managedWeekQuery } from './managed-queries.ts';

/** What the clock changes of a class that begins in an hour, whose meeting opens before. */
const liveClass = {
  startsAt: new Date(Date.now() + 60 * 60_000).toISOString(),
  durationMinutes: 60,
  status: 'scheduled',
  kind: 'class',
  hasMeetLink: false,
  meetLink: null,
  rules: defaultRules,
};

/** In how many minutes a query with that answer is sent again; null for never. */
function minutesTo({ refetchInterval }: { refetchInterval?: unknown }, data: unknown): number | null {
  if (typeof refetchInterval !== 'function') return null;
  const wait = refetchInterval({ state: { data } });
  return wait === false ? null : Math.round(wait / 60_000);
}

it.each([
  ['one class', managedClassQuery('a'), liveClass],
  ['a week', managedWeekQuery('2026-11-30'), [liveClass]],
  ['a list', managedClassesQuery({}), { pages: [{ items: [liveClass] }] }],
  ['the desk', taughtClassesQuery('a'), { next: liveClass }],
])('what an organiser sees of %s is read again when the clock changes a class of it', (_, query, answer) => {
  expect(minutesTo(query, answer)).toBe(60 - defaultRules.doorOpensMinutes);
  expect(minutesTo(query, undefined)).toBeNull();
});
