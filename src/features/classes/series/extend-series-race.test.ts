import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClassScene, classScene, now } from '../../../testing/class-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { extendSeries } from './extend-series.ts';

const newScene = (withoutGuards?: string) => classScene({ ...(withoutGuards && { withoutGuards }) });

let scene: ClassScene;
beforeAll(async () => {
  scene = await newScene();
});
afterAll(() => scene.community.close());

/** Server processes that extend at once, each on connections of its own. */
const processes = 6;
const inAMonth = new Date(now.getTime() + 30 * 24 * 3600_000);

/**
 * All processes extend a series of all days for a month, and each has begun before another one commits. Returns how
 * many classes each day of the series has.
 */
async function race(
  { community, teacher }: ClassScene,
  change = (ctx: Awaited<ReturnType<typeof community.ctxFor>>) => ctx,
) {
  const form = { title: 'Diario', description: 'Hablamos.', date: '2026-11-21', time: '19:00' };
  const repeats = { weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const answer = await community.request(teacher, 'POST', '/api/classes', { ...form, repeats });
  expect(answer.status).toBe(200);
  community.setNow(inAMonth);
  const contexts = await Promise.all(Array.from({ length: processes }, () => community.ctxFor()));
  const outcomes = await raceForTable(community.db, 'classes', () =>
    contexts.map((ctx) => extendSeries(change(ctx))),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  community.setNow(now);
  const classes = await community.db.selectFrom('classes').select('seriesDay').execute();
  await community.db.deleteFrom('classes').execute();
  await community.db.deleteFrom('classSeries').execute();
  return [...Map.groupBy(classes, ({ seriesDay }) => seriesDay).values()].map((ofTheDay) => ofTheDay.length);
}

it('extendSeries makes one class a day, however many processes extend a series at once', async () => {
  expect(await race(scene)).toEqual(Array(56 + 29).fill(1));
});

it('the database alone keeps one class a day, where no row is locked', async () => {
  expect(await race(scene, withoutRowLocks)).toEqual(Array(56 + 29).fill(1));
});

it('the control: extendSeries makes a class twice without the lock and the index', async () => {
  const control = await newScene('drop index class_of_series_day');
  try {
    const counts = await race(control, withoutRowLocks);
    expect(counts.toSorted()).toEqual([...Array(56).fill(1), ...Array(29).fill(processes)]);
  } finally {
    await control.community.close();
  }
});
