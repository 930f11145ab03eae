import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertSeats, now } from '../../../testing/class-scene.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { changeSeries, seriesRefusals } from '../contract.ts';
import { extendSeries } from './extend-series.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026. The series meets on Mondays and Wednesdays, at noon in UTC. */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-23',
  time: '12:00',
  zone: 'UTC',
};

const send = (method: string, path: string, body: object, person = scene.teacher) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

async function begin(weekdays: number[], until: string | null): Promise<void> {
  expect((await send('POST', '', { ...form, repeats: { weekdays, until } })).status).toBe(200);
}

beforeEach(async () => {
  scene.community.setNow(now);
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'classHolidays', 'notifications'] as const)
    await db.deleteFrom(table).execute();
});

async function rows() {
  const found = await scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
  return found.map((one) => ({ ...one, day: one.startsAt.toISOString().slice(5, 10) }));
}
const days = async (status = 'scheduled') =>
  (await rows()).filter((one) => one.status === status).map(({ day }) => day);

async function change(day: string, body: object, person = scene.teacher) {
  const { id, version } = (await rows()).find((one) => one.day === day) ?? { id: '', version: 1 };
  return send('PATCH', `/${id}/series`, { scope: 'following', version, ...body }, person);
}

const seatOf = async (day: string) => {
  const { id } = (await rows()).find((one) => one.day === day) ?? { id: '' };
  await insertSeats(scene.community.db, id, scene.student);
  return id;
};

describe('changeSeries with other days of the week', () => {
  it('moves each class within its week with its students, who are told once, and leaves those before it', async () => {
    await begin([1, 3], '2026-12-09');
    const [first, second] = [await seatOf('12-02'), await seatOf('12-07')];
    expect(await answerOf(change('12-02', { weekdays: [2, 4] }), changeSeries)).toMatchObject({
      startsAt: '2026-12-03T12:00:00.000Z',
      repeats: { weekdays: [2, 4], until: '2026-12-10' },
    });
    expect(await days()).toEqual(['11-23', '11-25', '11-30', '12-03', '12-08', '12-10']);
    const found = await rows();
    expect(found.filter(({ seatsTaken }) => seatsTaken === 1).map(({ id }) => id)).toEqual([first, second]);
    expect(await noticesOf(scene.community, scene.student)).toEqual([
      {
        kind: 'classes.series-moved',
        detail: {
          title: 'English Coffee',
          startsAt: '2026-12-03T12:00:00.000Z',
          before: '2026-12-02T12:00:00.000Z',
          others: 1,
        },
        link: '/classes?tab=upcoming',
      },
    ]);
  });

  it('keeps the days that stay and makes the classes of a day more, also those that come later', async () => {
    await begin([1, 3], null);
    await change('11-23', { scope: 'all', weekdays: [1, 3, 5] });
    const soon = await days();
    expect(soon.slice(0, 6)).toEqual(['11-23', '11-25', '11-27', '11-30', '12-02', '12-04']);
    expect(soon).toHaveLength(24);
    expect((await rows()).filter(({ movedAt }) => movedAt !== null)).toEqual([]);
    scene.community.setNow(new Date(now.getTime() + 14 * 24 * 3600_000));
    await extendSeries(await scene.community.ctxFor());
    expect(await days()).toHaveLength(29);
    expect(new Set((await rows()).map(({ startsAt }) => startsAt.getUTCDay()))).toEqual(new Set([1, 3, 5]));
  });

  it('cancels the classes of a day that goes for the reason given, and changes nothing without one', async () => {
    await begin([1, 3], '2026-12-09');
    await seatOf('12-02');
    await expect(change('11-23', { scope: 'all', weekdays: [1] })).toBeRefused(seriesRefusals.reasonNeeded);
    expect(await days()).toHaveLength(6);
    expect((await change('11-23', { scope: 'all', weekdays: [1], reason: 'Menos días' })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '11-30', '12-07']);
    expect(await days('cancelled')).toEqual(['11-25', '12-02', '12-09']);
    expect(await noticeKindsOf(scene.community, scene.student)).toEqual(['classes.cancelled']);
  });

  it('moves the classes to a day that was dropped before, whose cancelled classes stay with the former series', async () => {
    await begin([1, 3], '2026-12-09');
    await change('11-23', { scope: 'all', weekdays: [1], reason: 'Menos días' });
    expect((await change('11-23', { scope: 'all', weekdays: [3] })).status).toBe(200);
    expect(await days()).toEqual(['11-25', '12-02', '12-09']);
    expect(await days('cancelled')).toEqual(['11-25', '12-02', '12-09']);
  });

  it('makes the classes of a day again that was dropped before, also where one of them was deleted', async () => {
    await begin([1, 3], null);
    const { id } = (await rows()).find(({ day }) => day === '12-02') ?? { id: '' };
    expect((await scene.community.request(scene.teacher, 'DELETE', `/api/classes/${id}`)).status).toBe(200);
    await change('11-23', { scope: 'all', weekdays: [1], reason: 'Menos días' });
    expect((await change('11-23', { scope: 'all', weekdays: [1, 3] })).status).toBe(200);
    expect((await days()).slice(0, 4)).toEqual(['11-23', '11-25', '11-30', '12-02']);
    expect(await days()).toHaveLength(16);
  });

  it('leaves a class of a dropped day that was changed by itself, which repeats no more', async () => {
    await begin([1, 3], '2026-12-09');
    const { id } = (await rows()).find(({ day }) => day === '12-02') ?? { id: '' };
    expect((await send('PATCH', `/${id}`, { version: 1, time: '15:00' })).status).toBe(200);
    await change('11-23', { scope: 'all', weekdays: [1], reason: 'Menos días' });
    const alone = (await rows()).find((one) => one.id === id);
    expect(alone).toMatchObject({ status: 'scheduled', seriesId: null });
    expect((await change('11-23', { scope: 'all', weekdays: [3] })).status).toBe(200);
    expect(await days()).toEqual(['11-25', '12-02', '12-02', '12-09']);
  });

  it('takes the class that the organiser has before them to the day of its series where it was moved there by itself', async () => {
    await begin([3], '2026-12-09');
    const { id } = (await rows()).find(({ day }) => day === '11-25') ?? { id: '' };
    expect((await send('PATCH', `/${id}`, { version: 1, date: '2026-11-26' })).status).toBe(200);
    expect((await change('11-26', { weekdays: [4] })).status).toBe(200);
    expect(await days()).toEqual(['11-26', '12-03', '12-10']);
  });

  it('leaves a class that was changed by itself, and one whose new day is over', async () => {
    await begin([1, 3], '2026-12-02');
    const { id } = (await rows()).find(({ day }) => day === '11-30') ?? { id: '' };
    expect((await send('PATCH', `/${id}`, { version: 1, time: '15:00' })).status).toBe(200);
    // On Wednesday morning, the Tuesday of the week is over.
    scene.community.setNow(new Date('2026-11-25T08:00:00Z'));
    expect((await change('11-25', { weekdays: [2, 4] })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '11-26', '11-30', '12-03']);
    expect((await change('11-26', { weekdays: [1, 2] })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '11-26', '11-30', '11-30']);
  });

  it('makes the class of a week that had none for a holiday, and none on a holiday', async () => {
    await send('PUT', '/holidays/2026-12-07', { name: 'Feria' }, scene.admin);
    await begin([1], null);
    expect(await days()).not.toContain('12-07');
    await change('11-23', { scope: 'all', weekdays: [2] });
    expect(await days()).toContain('12-08');
    await send('PUT', '/holidays/2026-12-09', { name: 'Otra' }, scene.admin);
    await change('11-24', { scope: 'all', weekdays: [2, 3] });
    expect((await days()).slice(0, 6)).toEqual(['11-24', '11-25', '12-01', '12-02', '12-08', '12-15']);
  });

  it('refuses a date beside the days, no day at all, and a day that is none, and changes nothing', async () => {
    await begin([1, 3], '2026-12-09');
    for (const body of [
      { weekdays: [2], date: '2026-11-24', reason: 'x' },
      { weekdays: [] },
      { weekdays: [8] },
    ]) {
      expect((await change('11-23', { scope: 'all', ...body })).status).toBe(400);
    }
    expect(await days()).toHaveLength(6);
  });

  it('goes to one of two organisers who change the days at the same time', async () => {
    await begin([1, 3], '2026-12-09');
    const outcomes = await raceForRows(scene.community.db, 'classes', () => [
      change('11-23', { scope: 'all', weekdays: [2, 4] }),
      change('11-23', { scope: 'all', weekdays: [5, 6] }, scene.admin),
    ]);
    const statuses = outcomes.map((one) => one.status === 'fulfilled' && one.value.status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await days()).toHaveLength(6);
    expect(new Set((await rows()).map(({ startsAt }) => startsAt.getUTCDay())).size).toBe(2);
  });
});
