import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertSeats, now } from '../../../testing/class-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { changeSeries as operation, scheduleClass, scheduleRefusals, seriesRefusals } from '../contract.ts';
import { changeSeries } from './change-series.ts';
import { extendSeries } from './extend-series.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026. The series meets on Mondays, at noon in UTC. */
const form = {
  kind: 'club',
  title: 'Lunes',
  description: 'x',
  date: '2026-11-23',
  time: '12:00',
  zone: 'UTC',
};
const week = 7 * 24 * 3600_000;

const send = (method: string, path: string, body?: object, person = scene.teacher) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

async function begin(until: string | null): Promise<void> {
  expect((await send('POST', '', { ...form, repeats: { weekdays: [1], until } })).status).toBe(200);
}

async function empty(): Promise<void> {
  scene.community.setNow(now);
  for (const table of ['classes', 'classSeries', 'classHolidays', 'notifications'] as const)
    await scene.community.db.deleteFrom(table).execute();
}
beforeEach(empty);

async function rows() {
  const found = await scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
  return found.map((one) => ({ ...one, day: one.startsAt.toISOString().slice(5, 10) }));
}
const days = async (status = 'scheduled') =>
  (await rows()).filter((one) => one.status === status).map(({ day }) => day);

const find = async (day: string) =>
  (await rows()).find((one) => one.day === day && one.status === 'scheduled') ?? { id: '', version: 1 };

async function change(day: string, body: object, person = scene.teacher) {
  const { id, version } = await find(day);
  return send('PATCH', `/${id}/series`, { scope: 'following', version, ...body }, person);
}

async function preview(day: string, asked: Record<string, string>, person = scene.teacher) {
  const { id } = await find(day);
  const query = new URLSearchParams({ scope: 'following', ...asked });
  return scene.community.request(person, 'GET', `/api/classes/${id}/series/preview?${query}`);
}

const sit = async (day: string, ...people: { id: string }[]) =>
  insertSeats(scene.community.db, (await find(day)).id, ...(people as [typeof scene.student]));

describe('changeSeries with another end', () => {
  it('makes the classes up to a later end, without holidays, and the chore makes those that come later', async () => {
    await begin('2026-11-30');
    await send('PUT', '/holidays/2026-12-07', { name: 'Feria' }, scene.admin);
    const asked = await (await preview('11-23', { until: '2027-02-01' })).json();
    expect(await answerOf(change('11-23', { until: '2027-02-01' }), operation)).toMatchObject({
      repeats: { until: '2027-02-01' },
    });
    const made = ['12-14', '12-21', '12-28', '01-04', '01-11'];
    expect(await days()).toEqual(['11-23', '11-30', ...made]);
    expect(asked).toEqual({
      until: '2027-02-01',
      added: made.length,
      cancelled: 0,
      students: 0,
      left: 2 + made.length,
      begun: 0,
      ifCancelled: { classes: 2, students: 0 },
      leftAfterEnd: 0,
      skipped: [{ day: '2026-12-07', name: 'Feria' }],
    });
    scene.community.setNow(new Date(now.getTime() + 8 * week));
    await extendSeries(await scene.community.ctxFor());
    expect((await days()).slice(-4)).toEqual(['01-11', '01-18', '01-25', '02-01']);
  });

  it('tells its teacher that an administrator made more classes of it, and not what they did themselves', async () => {
    await begin('2026-11-30');
    expect((await change('11-23', { until: '2026-12-07' })).status).toBe(200);
    expect(await noticesOf(scene.community, scene.teacher)).toEqual([]);
    expect((await change('11-23', { until: '2026-12-21' }, scene.admin)).status).toBe(200);
    const { detail, kind } = await scene.community.db
      .selectFrom('notifications')
      .select(['detail', 'kind'])
      .where('userId', '=', scene.teacher.id)
      .executeTakeFirstOrThrow();
    expect({ detail, kind }).toEqual({
      kind: 'classes.series-lengthened',
      detail: { title: form.title, classes: 2, startsAt: '2026-12-14T12:00:00.000Z' },
    });
  });

  it('cancels the classes after an earlier end for the reason given, tells each student once, and makes no more', async () => {
    await begin(null);
    for (const day of ['11-30', '12-14', '12-21']) await sit(day, scene.student);
    const asked = { until: '2026-12-07' };
    expect(await (await preview('11-23', asked)).json()).toMatchObject({
      added: 0,
      cancelled: 5,
      students: 1,
    });
    await expect(change('11-23', asked)).toBeRefused(seriesRefusals.reasonNeeded);
    expect(await days()).toHaveLength(8);
    expect((await change('11-23', { ...asked, reason: 'Fin de curso' })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '11-30', '12-07']);
    expect(await days('cancelled')).toHaveLength(5);
    expect(await noticesOf(scene.community, scene.student)).toMatchObject([
      { kind: 'classes.several-cancelled', detail: { reason: 'Fin de curso' } },
    ]);
    scene.community.setNow(new Date(now.getTime() + 2 * week));
    await extendSeries(await scene.community.ctxFor());
    expect(await days()).toEqual(['11-23', '11-30', '12-07']);
  });

  it('goes on without an end, also over days whose classes an earlier end had cancelled', async () => {
    await begin('2026-12-14');
    await change('11-23', { until: '2026-11-30', reason: 'Poca gente' });
    expect(await days()).toEqual(['11-23', '11-30']);
    expect(await (await preview('11-30', { until: 'never' })).json()).toMatchObject({
      until: null,
      added: 6,
    });
    expect((await change('11-30', { until: null })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '11-30', '12-07', '12-14', '12-21', '12-28', '01-04', '01-11']);
    expect(await days('cancelled')).toEqual(['12-07', '12-14']);
  });

  it('leaves a class that was changed by itself, and its preview says so', async () => {
    await begin('2026-12-14');
    const { id } = await find('12-14');
    await send('PATCH', `/${id}`, { version: 1, time: '15:00' });
    expect(await (await preview('11-23', { until: '2026-11-30' })).json()).toMatchObject({
      cancelled: 1,
      leftAfterEnd: 1,
    });
    // To cancel all of them would cancel that one too.
    await sit('12-14', scene.student);
    await sit('12-07', scene.student);
    expect(await (await preview('11-30', {})).json()).toMatchObject({
      ifCancelled: { classes: 3, students: 1 },
    });
    await change('11-23', { until: '2026-11-30', reason: 'Fin' });
    expect(await days()).toEqual(['11-23', '11-30', '12-14']);
  });

  it('refuses an end that leaves no class, and what is no date, and changes nothing', async () => {
    await begin('2026-12-14');
    expect(await (await preview('11-30', { until: '2026-11-29' })).json()).toMatchObject({ left: 0 });
    await expect(change('11-30', { until: '2026-11-29', reason: 'x' })).toBeRefused(scheduleRefusals.noDays);
    expect((await change('11-30', { until: '2026-02-30' })).status).toBe(400);
    expect((await preview('11-30', { until: 'tomorrow' })).status).toBe(400);
    expect(await days()).toHaveLength(4);
    expect(await scene.community.db.selectFrom('classSeries').select('endsOn').execute()).toEqual([
      { endsOn: '2026-12-14' },
    ]);
  });

  it('is previewed for a class of a series, by who may change it', async () => {
    await begin('2026-12-14');
    const other = await scene.community.person({ role: 'teacher', verified: true });
    await expect(preview('11-30', { until: 'never' }, other)).toBeRefused(commonRefusals.notAllowed);
    const { id } = await answerOf(send('POST', '', { ...form, title: 'Una' }), scheduleClass);
    await expect(send('GET', `/${id}/series/preview?scope=all`)).toBeRefused(seriesRefusals.notInSeries);
  });
});

describe('changeSeries and holidays', () => {
  it('cancels a class that another date would put on a holiday, for a reason, and says so before', async () => {
    await begin('2026-12-14');
    await send('PUT', '/holidays/2026-12-08', { name: 'Fiesta' }, scene.admin);
    await sit('12-07', scene.student);
    expect(await (await preview('11-30', { date: '2026-12-01' })).json()).toMatchObject({
      until: '2026-12-15',
      cancelled: 1,
      students: 1,
      skipped: [{ day: '2026-12-08', name: 'Fiesta' }],
    });
    const asked = { date: '2026-12-01' };
    await expect(change('11-30', asked)).toBeRefused(seriesRefusals.reasonNeeded);
    expect((await change('11-30', { ...asked, reason: 'Es fiesta' })).status).toBe(200);
    expect(await days()).toEqual(['11-23', '12-01', '12-15']);
    expect(await days('cancelled')).toEqual(['12-07']);
    expect(await noticesOf(scene.community, scene.student)).toMatchObject([
      { kind: 'classes.cancelled', detail: { reason: 'Es fiesta' } },
    ]);
  });

  it('makes the class of a week that had none for a holiday, where all move by a day', async () => {
    await send('PUT', '/holidays/2026-12-07', { name: 'Feria' }, scene.admin);
    await begin('2026-12-14');
    expect(await days()).toEqual(['11-23', '11-30', '12-14']);
    expect(await (await preview('11-23', { date: '2026-11-24' })).json()).toMatchObject({ added: 1 });
    await change('11-23', { date: '2026-11-24' });
    expect(await days()).toEqual(['11-24', '12-01', '12-08', '12-15']);
  });

  it('does the same for other days of the week', async () => {
    await begin('2026-12-14');
    await send('PUT', '/holidays/2026-12-08', { name: 'Fiesta' }, scene.admin);
    await expect(change('11-23', { weekdays: [2] })).toBeRefused(seriesRefusals.reasonNeeded);
    await change('11-23', { weekdays: [2], reason: 'Es fiesta' });
    expect(await days()).toEqual(['11-24', '12-01', '12-15']);
  });

  it('refuses another date that is over', async () => {
    await begin('2026-12-14');
    await expect(change('11-23', { date: '2026-11-19' })).toBeRefused(scheduleRefusals.inThePast);
    await expect(change('12-14', { date: '1900-01-01' })).toBeRefused(scheduleRefusals.inThePast);
    await expect(preview('11-23', { date: '2026-11-19' })).toBeRefused(scheduleRefusals.inThePast);
  });
});

describe('changeSeries with another time', () => {
  it('leaves a class of today that would have begun already at its start, moves the others, and says so before', async () => {
    await begin('2026-12-14');
    await sit('11-23', scene.student);
    scene.community.setNow(new Date('2026-11-23T10:00Z'));
    const asked = { scope: 'all', time: '08:00' };
    expect(await (await preview('11-30', asked)).json()).toMatchObject({ begun: 1, cancelled: 0, left: 4 });
    const answer = await change('11-30', { ...asked, title: 'Temprano' });
    expect(await answer.json()).toMatchObject({ startsAt: '2026-11-30T08:00:00.000Z' });
    expect((await rows()).map(({ startsAt }) => startsAt.toISOString().slice(5, 16))).toEqual([
      '11-23T12:00',
      '11-30T08:00',
      '12-07T08:00',
      '12-14T08:00',
    ]);
    expect((await rows()).map(({ title }) => title)).toEqual(Array(4).fill('Temprano'));
    expect(await noticesOf(scene.community, scene.student)).toEqual([]);
  });

  it('does the same for the class that the organiser has before them', async () => {
    await begin('2026-11-30');
    scene.community.setNow(new Date('2026-11-23T10:00Z'));
    const answer = await change('11-23', { time: '08:00' });
    expect(await answer.json()).toMatchObject({ startsAt: '2026-11-23T12:00:00.000Z' });
    expect((await find('11-30')) as object).toMatchObject({ startsAt: new Date('2026-11-30T08:00Z') });
  });

  it('is refused where no class is left to move', async () => {
    await begin('2026-11-23');
    scene.community.setNow(new Date('2026-11-23T10:00Z'));
    await expect(change('11-23', { time: '08:00' })).toBeRefused(scheduleRefusals.inThePast);
    await expect(preview('11-23', { time: '08:00' })).toBeRefused(scheduleRefusals.inThePast);
  });
});

/**
 * An organiser ends an open series while a process of the server extends it, and both have begun before one of them
 * commits. Returns the days after the end that are left.
 */
async function race(as: typeof withoutRowLocks = (ctx) => ctx): Promise<string[]> {
  const { community, teacher } = scene;
  const repeats = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: null };
  await community.request(teacher, 'POST', '/api/classes', { ...form, repeats });
  community.setNow(new Date(now.getTime() + 10 * 24 * 3600_000));
  const { id, version } = await find('12-02');
  const [organiser, chore] = [await community.ctxFor(teacher), await community.ctxFor()];
  const asked = { scope: 'following', version, until: '2026-12-04', reason: 'Fin' } as const;
  const outcomes = await raceForTable<unknown>(community.db, 'classes', () => [
    changeSeries(as(organiser), id, asked),
    extendSeries(as(chore)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const toCome = (await rows()).filter(({ status }) => status === 'scheduled');
  return toCome
    .map(({ startsAt }) => startsAt.toISOString().slice(0, 10))
    .filter((day) => day > '2026-12-04');
}

it('changeSeries leaves no class after the new end of a series that the chore extends at the same time', async () => {
  expect(await race()).toEqual([]);
});

it('changeSeries leaves classes after its end where it locks no series, so the race is one', async () => {
  expect(await race(withoutRowLocks)).toEqual(Array.from({ length: 7 }, (_, nth) => `2027-01-${18 + nth}`));
});
