import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClassScene, classScene, now } from '../../../testing/class-scene.ts';
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

/** All processes extend a series of all days for a month. Returns how many classes each day of the series has. */
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
  await Promise.all(contexts.map((ctx) => extendSeries(change(ctx))));
  community.setNow(now);
  const classes = await community.db.selectFrom('classes').select('seriesDay').execute();
  await community.db.deleteFrom('classes').execute();
  await community.db.deleteFrom('classSeries').execute();
  return [...Map.groupBy(classes, ({ seriesDay }) => seriesDay).values()].map((ofTheDay) => ofTheDay.length);
}

it('extendSeries makes one class a day, however many processes extend a series at once', async () => {
  for (let round = 0; round < 3; round++) {
    const counts = await race(scene);
    expect(counts).toHaveLength(56 + 29);
    expect(new Set(counts)).toEqual(new Set([1]));
  }
});

it('the database alone keeps one class a day, where no row is locked', async () => {
  for (let round = 0; round < 3; round++)
    expect(new Set(await race(scene, withoutRowLocks))).toEqual(new Set([1]));
});

it('the control: extendSeries makes a class twice without the lock and the index', async () => {
  const control = await newScene('drop index class_of_series_day');
  try {
    const rounds = [];
    for (let round = 0; round < 10; round++) rounds.push(...(await race(control, withoutRowLocks)));
    expect(Math.max(...rounds)).toBeGreaterThan(1);
  } finally {
    await control.community.close();
  }
});
