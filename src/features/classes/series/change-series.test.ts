import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, type Refusal } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  now,
} from '../../../testing/class-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import {
  cancelSeries,
  changeRefusals,
  enrolRefusals,
  scheduleRefusals,
  seriesRefusals,
} from '../contract.ts';
import { changeSeries } from './change-series.ts';
import { extendSeries } from './extend-series.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026. The series meets on Tuesdays and Thursdays from 24 November to 10 December. */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-24',
  time: '19:00',
  zone: 'America/New_York',
  repeats: { weekdays: [2, 4], until: '2026-12-10' },
};

const send = (method: string, path: string, body: object, person = scene.teacher) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

/** The classes of the teacher, by start. */
async function classes() {
  const found = await scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
  return found.map((one) => ({ ...one, start: one.startsAt.toISOString().slice(5, 16) }));
}
const starts = async () => (await classes()).map(({ start }) => start);
const seriesCount = async () =>
  (await scene.community.db.selectFrom('classSeries').select('id').execute()).length;

async function idOf(start: string): Promise<string> {
  const found = (await classes()).find((one) => one.start === start);
  if (!found) throw new Error(`no class starts at ${start}`);
  return found.id;
}

async function change(start: string, body: object, person = scene.teacher) {
  const id = await idOf(start);
  const { version } = await scene.community.db
    .selectFrom('classes')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return send('PATCH', `/${id}/series`, { scope: 'following', version, ...body }, person);
}

const cancel = async (start: string, body: object, person = scene.teacher) =>
  send('POST', `/${await idOf(start)}/series-cancellation`, { reason: 'Vacaciones', ...body }, person);

beforeEach(async () => {
  scene.community.setNow(now);
  const { db } = scene.community;
  await db.deleteFrom('classes').execute();
  await db.deleteFrom('payments').execute();
  await db.deleteFrom('classSeries').execute();
  await db.deleteFrom('notifications').execute();
  expect((await send('POST', '', form)).status).toBe(200);
});

it('a series as these tests begin', async () => {
  expect(await starts()).toEqual([
    '11-25T00:00',
    '11-27T00:00',
    '12-02T00:00',
    '12-04T00:00',
    '12-09T00:00',
    '12-11T00:00',
  ]);
});

describe('changeSeries', () => {
  it('moves a class and those that follow to another hour, and leaves those before them', async () => {
    const answer = await change('12-02T00:00', { time: '20:00', title: 'Late Coffee' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ title: 'Late Coffee', startsAt: '2026-12-02T01:00:00.000Z' });
    const after = await classes();
    expect(after.map(({ start }) => start)).toEqual([
      '11-25T00:00',
      '11-27T00:00',
      '12-02T01:00',
      '12-04T01:00',
      '12-09T01:00',
      '12-11T01:00',
    ]);
    expect(after.map(({ title }) => title)).toEqual([
      ...Array(2).fill('English Coffee'),
      ...Array(4).fill('Late Coffee'),
    ]);
    const of = await scene.community.db
      .selectFrom('classSeries')
      .select(['startsOn', 'endsOn', 'clockTime'])
      .orderBy('startsOn')
      .execute();
    expect(of).toEqual([
      { startsOn: '2026-11-24', endsOn: '2026-11-30', clockTime: '19:00' },
      { startsOn: '2026-12-01', endsOn: '2026-12-10', clockTime: '20:00' },
    ]);
  });

  it('changes all that are to come, and not what is over', async () => {
    scene.community.setNow(new Date('2026-11-25T12:00Z'));
    expect((await change('12-09T00:00', { scope: 'all', maxStudents: 4 })).status).toBe(200);
    expect((await classes()).map(({ maxStudents }) => maxStudents)).toEqual([6, 4, 4, 4, 4, 4]);
  });

  it('moves each class by as many days where the date of one changes', async () => {
    expect((await change('12-02T00:00', { date: '2026-12-02' })).status).toBe(200);
    expect(await starts()).toEqual([
      '11-25T00:00',
      '11-27T00:00',
      '12-03T00:00',
      '12-05T00:00',
      '12-10T00:00',
      '12-12T00:00',
    ]);
    const [, moved] = await scene.community.db
      .selectFrom('classSeries')
      .selectAll()
      .orderBy('startsOn')
      .execute();
    expect(moved).toMatchObject({ weekdays: [3, 5], startsOn: '2026-12-02', endsOn: '2026-12-11' });
  });

  it('moves the class of a day on which the clocks skip the new time to as much later, and the others to it', async () => {
    scene.community.setNow(new Date('2027-02-20T12:00Z'));
    await scene.community.db.deleteFrom('classes').execute();
    const sundays = { ...form, date: '2027-03-07', repeats: { weekdays: [7], until: '2027-03-21' } };
    expect((await send('POST', '', sundays)).status).toBe(200);
    expect((await change('03-08T00:00', { scope: 'all', time: '02:30' })).status).toBe(200);
    // On the second Sunday 02:30 does not happen in New York: the class begins at 03:30.
    expect(await starts()).toEqual(['03-07T07:30', '03-14T07:30', '03-21T06:30']);
    // Asked for on that Sunday itself it is refused, as for a class alone.
    const there = change('03-14T07:30', { scope: 'all', time: '02:15' });
    await expect(there).toBeRefused(scheduleRefusals.noSuchTime);
  });

  it.each([
    [
      'the date of another one',
      '03-07T07:30',
      { date: '2027-03-08' },
      ['03-08T07:30', '03-15T06:30', '03-22T06:30'],
    ],
    ['its own date', '03-14T07:30', { date: '2027-03-15' }, ['03-08T07:30', '03-15T06:30', '03-22T06:30']],
    ['the day of the week', '03-07T07:30', { weekdays: [6] }, ['03-06T07:30', '03-13T07:30', '03-20T06:30']],
    ['the zone', '03-07T07:30', { zone: 'America/Bogota' }, ['03-07T07:30', '03-14T07:30', '03-21T07:30']],
    ['the title', '03-14T07:30', { title: 'De noche' }, ['03-07T07:30', '03-14T07:30', '03-21T06:30']],
  ] as const)(
    'has a class that the clocks had moved an hour later at the time of the series again where %s changes',
    async (_what, start, changes, expected) => {
      scene.community.setNow(new Date('2027-02-20T12:00Z'));
      await scene.community.db.deleteFrom('classes').execute();
      // 02:30 does not happen in New York on the second Sunday.
      const repeats = { weekdays: [7], until: '2027-03-21' };
      const nightly = { ...form, date: '2027-03-07', time: '02:30', repeats };
      expect((await send('POST', '', nightly)).status).toBe(200);
      expect(await starts()).toEqual(['03-07T07:30', '03-14T07:30', '03-21T06:30']);
      expect((await change(start, { scope: 'all', ...changes })).status).toBe(200);
      expect(await starts()).toEqual(expected);
    },
  );

  it('is followed by the classes that are made later, each day once', async () => {
    const open = { ...form, title: 'Sin fin', repeats: { weekdays: [1], until: null }, date: '2026-11-23' };
    await send('POST', '', open);
    await change('11-24T00:00', { scope: 'all', date: '2026-11-25', time: '20:00' });
    scene.community.setNow(new Date(now.getTime() + 30 * 24 * 3600_000));
    await extendSeries(await scene.community.ctxFor());
    const made = (await classes()).filter(({ title }) => title === 'Sin fin');
    expect(made).toHaveLength(12);
    expect(new Set(made.map(({ start }) => start.slice(6)))).toEqual(new Set(['01:00']));
    expect(made.at(-1)).toMatchObject({ start: '02-11T01:00', seriesDay: '2027-02-10' });
  });

  it('leaves a class that was changed by itself as it is, but not one whose link was repaired', async () => {
    const patch = async (start: string, body: object) =>
      send('PATCH', `/${await idOf(start)}`, { version: 1, ...body });
    expect((await patch('12-04T00:00', { time: '18:00' })).status).toBe(200);
    expect((await patch('12-09T00:00', { meetLink: 'https://meet.example.org/z' })).status).toBe(200);
    expect((await change('12-02T00:00', { time: '20:00' })).status).toBe(200);
    expect(await starts()).toEqual([
      '11-25T00:00',
      '11-27T00:00',
      '12-02T01:00',
      '12-03T23:00',
      '12-09T01:00',
      '12-11T01:00',
    ]);
    // It is still a class of the series: the next change from it on changes it too.
    expect((await change('12-03T23:00', { title: 'Todas' })).status).toBe(200);
    expect((await classes()).filter(({ title }) => title === 'Todas')).toHaveLength(3);
  });

  it('keeps the students, and tells each once of all classes of theirs that moved', async () => {
    for (const start of ['12-02T00:00', '12-04T00:00']) {
      await insertSeats(scene.community.db, await idOf(start), scene.student);
    }
    await change('12-02T00:00', { time: '20:00' });
    expect((await classes()).map(({ seatsTaken }) => seatsTaken)).toEqual([0, 0, 1, 1, 0, 0]);
    expect(await noticeKindsOf(scene.community, scene.student)).toEqual(['classes.series-moved']);
    // Another title moves nothing, and says nothing.
    await change('12-02T01:00', { title: 'Otro nombre' });
    expect(await noticeKindsOf(scene.community, scene.student)).toHaveLength(1);
    await change('12-02T01:00', { durationMinutes: 30 });
    expect(await noticeKindsOf(scene.community, scene.student)).toContain('classes.series-altered');
  });

  it('tells a teacher once what an administrator changed, as one line of the audit log', async () => {
    await change('11-25T00:00', { time: '20:00' }, scene.admin);
    expect(await noticeKindsOf(scene.community, scene.teacher)).toEqual(['classes.series-moved']);
    const lines = await scene.community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.change-series')
      .where('personId', '=', scene.teacher.id)
      .execute();
    expect(lines).toMatchObject([{ detail: { fields: ['time'], classes: 6 } }]);
  });

  it('changes none where one of them has more students than the seats that are asked for', async () => {
    await insertSeats(scene.community.db, await idOf('12-09T00:00'), scene.student, scene.admin);
    await expect(change('12-02T00:00', { maxStudents: 1, title: 'No' })).toBeRefused(
      changeRefusals.seatsTaken,
    );
    expect(new Set((await classes()).map(({ title }) => title))).toEqual(new Set(['English Coffee']));
    expect(await seriesCount()).toBe(1);
  });

  it('refuses one seat where it becomes a series for kids', async () => {
    await expect(change('12-02T00:00', { maxStudents: 1, targetAudience: 'kid' })).toBeRefused(
      scheduleRefusals.tooFewForKids,
    );
    expect(await seriesCount()).toBe(1);
  });

  it('refuses an old version, a class that has begun, one without a series, and a teacher of another class', async () => {
    await expect(change('12-02T00:00', { version: 7 })).toBeRefused(changeRefusals.changedMeanwhile);
    const alone = await insertClass(scene.community.db, scene.teacher);
    const body = { scope: 'all', version: 1, title: 'X' };
    await expect(send('PATCH', `/${alone}/series`, body)).toBeRefused(seriesRefusals.notInSeries);
    const other = await scene.community.person({ role: 'teacher', verified: true });
    await expect(change('12-02T00:00', {}, other)).toBeRefused(commonRefusals.notAllowed);
    scene.community.setNow(new Date('2026-11-25T00:30Z'));
    await expect(change('11-25T00:00', { title: 'X' })).toBeRefused(enrolRefusals.alreadyStarted);
  });

  /** What two organisers are answered who change one version of a series: each has begun before the other one ends. */
  async function changeTogether(change = (ctx: Ctx) => ctx) {
    const { db, ctxFor } = scene.community;
    const id = await idOf('11-25T00:00');
    const { version } = await db
      .selectFrom('classes')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [one, other] = [change(await ctxFor(scene.teacher)), change(await ctxFor(scene.admin))];
    const outcomes = await raceForTable(db, 'classes', () => [
      changeSeries(one, id, { version, scope: 'all', time: '20:00' }),
      changeSeries(other, id, { version, scope: 'all', time: '21:00' }),
    ]);
    return outcomes.map((outcome) => outcome.status === 'fulfilled' || (outcome.reason as Refusal).code);
  }

  const oneOfTwo = new Set([true, changeRefusals.changedMeanwhile.code]);

  it('goes to one of two organisers who change a series at the same time', async () => {
    expect(new Set(await changeTogether())).toEqual(oneOfTwo);
    expect(new Set((await starts()).map((start) => start.slice(6))).size).toBe(1);
  });

  it('the control: goes to neither organiser alone without the locks', async () => {
    expect(new Set(await changeTogether(withoutRowLocks))).not.toEqual(oneOfTwo);
  });
});

describe('cancelSeries', () => {
  it('cancels a class and those that follow, also one that was changed by itself, and makes no more', async () => {
    await send('POST', '', {
      ...form,
      title: 'Sin fin',
      repeats: { weekdays: [1], until: null },
      date: '2026-11-23',
    });
    const alone = await idOf('12-08T00:00');
    expect((await send('PATCH', `/${alone}`, { version: 1, time: '10:00' })).status).toBe(200);
    expect(await answerOf(cancel('12-01T00:00', { scope: 'following' }), cancelSeries)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Vacaciones',
    });
    scene.community.setNow(new Date(now.getTime() + 30 * 24 * 3600_000));
    await extendSeries(await scene.community.ctxFor());
    const open = (await classes()).filter(({ title }) => title === 'Sin fin');
    expect(open.map(({ status }) => status)).toEqual(['scheduled', ...Array(7).fill('cancelled')]);
  });

  it('tells each student once, and the teacher, and refunds seats', async () => {
    const { db } = scene.community;
    await insertSeats(db, await idOf('11-25T00:00'), scene.student);
    await insertSeats(db, await idOf('12-02T00:00'), scene.student);
    const paymentId = await insertPaidSeat(db, {
      classId: await idOf('12-09T00:00'),
      userId: scene.student.id,
    });
    await cancel('12-02T00:00', { scope: 'following' }, scene.admin);
    expect(await noticeKindsOf(scene.community, scene.student)).toEqual(['classes.several-cancelled']);
    expect(await noticeKindsOf(scene.community, scene.teacher)).toEqual(['classes.several-cancelled']);
    const { refundWantedAt } = await db
      .selectFrom('payments')
      .select('refundWantedAt')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    expect(refundWantedAt).not.toBeNull();
  });

  it('leaves a class that was handed to another teacher to them, and an administrator cancels it too', async () => {
    const other = await scene.community.person({ role: 'teacher', verified: true });
    await send('PUT', `/${await idOf('12-09T00:00')}/teacher`, { teacherId: other.id }, scene.admin);
    await cancel('12-02T00:00', { scope: 'following' });
    expect((await classes()).map(({ status }) => status === 'cancelled')).toEqual([
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
    await cancel('11-27T00:00', { scope: 'all' }, scene.admin);
    expect(new Set((await classes()).map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });
});
