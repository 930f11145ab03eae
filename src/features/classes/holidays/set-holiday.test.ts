import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, insertSeats, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { holidayRefusals, scheduleRefusals } from '../contract.ts';
import { extendSeries } from '../series/extend-series.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026. Christmas is a Friday, five weeks later. */
const christmas = '2026-12-25';
const form = { title: 'Viernes', description: 'Hablamos.', date: '2026-12-11', time: '22:00' };
const fridays = { ...form, zone: 'America/New_York', repeats: { weekdays: [5], until: '2027-01-01' } };

const send = (method: string, path: string, body?: object, person = scene.admin) =>
  scene.community.request(person, method, `/api/classes${path}`, body);
const setChristmas = () => send('PUT', `/holidays/${christmas}`, { name: 'Navidad' });

beforeEach(async () => {
  scene.community.setNow(now);
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'classHolidays', 'notifications'] as const) {
    await db.deleteFrom(table).execute();
  }
});

async function days() {
  const classes = await scene.community.db
    .selectFrom('classes')
    .select(['seriesDay', 'status'])
    .orderBy('startsAt')
    .execute();
  return classes.map(({ seriesDay, status }) => (status === 'cancelled' ? `(${seriesDay})` : seriesDay));
}

describe('a holiday', () => {
  it('has no class of a series that is made after it, and its preview says so', async () => {
    expect(await (await setChristmas()).json()).toEqual({
      items: [{ day: christmas, name: 'Navidad', classes: 0, single: 0 }],
      added: [christmas],
    });
    const { repeats, title, description, ...time } = fridays;
    const asked = {
      ...time,
      teacherId: scene.admin.id,
      durationMinutes: '60',
      weekdays: '5',
      until: '2027-01-01',
    };
    const preview = await send('GET', `/series/preview?${new URLSearchParams(asked)}`);
    expect(await preview.json()).toMatchObject({
      count: 3,
      soon: 3,
      skipped: [{ day: christmas, name: 'Navidad' }],
    });
    expect((await send('POST', '', fridays)).status).toBe(200);
    expect(await days()).toEqual(['2026-12-11', '2026-12-18', '2027-01-01']);
    await expect(
      send('POST', '', { ...fridays, date: christmas, repeats: { weekdays: [5], until: christmas } }),
    ).toBeRefused(scheduleRefusals.noDays);
  });

  it('is left out by the classes that are made later', async () => {
    await send('PUT', '/holidays/2027-01-29', { name: 'Fiesta' });
    await send('POST', '', { ...fridays, repeats: { weekdays: [5], until: null } });
    scene.community.setNow(new Date('2026-12-20T10:00Z'));
    await extendSeries(await scene.community.ctxFor());
    expect((await days()).slice(-3)).toEqual(['2027-01-22', '2027-02-05', '2027-02-12']);
  });

  it('cancels no class that exists, and counts those that are on that day in their zone, those by themselves too', async () => {
    await send('POST', '', fridays);
    // 22:00 in New York is the day after in UTC.
    await insertClass(scene.community.db, scene.teacher, { startsAt: new Date('2026-12-25T18:00Z') });
    expect(await (await setChristmas()).json()).toMatchObject({ items: [{ classes: 2, single: 1 }] });
    expect(await (await send('PUT', '/holidays/2026-12-26', { name: 'Sábado' })).json()).toMatchObject({
      items: [{ classes: 2 }, { day: '2026-12-26', classes: 0 }],
    });
    expect(await days()).not.toContain('(2026-12-25)');
  });

  it('has its classes cancelled on request, and their students and teacher told why', async () => {
    await send('POST', '', fridays, scene.teacher);
    const { id } = await scene.community.db
      .selectFrom('classes')
      .select('id')
      .where('seriesDay', '=', christmas)
      .executeTakeFirstOrThrow();
    await insertSeats(scene.community.db, id, scene.student);
    await setChristmas();
    const answer = await send('POST', `/holidays/${christmas}/cancellation`, { reason: 'Es Navidad' });
    expect(await answer.json()).toEqual({
      items: [{ day: christmas, name: 'Navidad', classes: 0, single: 0 }],
      cancelled: ['Viernes'],
    });
    expect(await days()).toEqual(['2026-12-11', '2026-12-18', '(2026-12-25)', '2027-01-01']);
    const notices = await scene.community.db.selectFrom('notifications').select(['userId', 'kind']).execute();
    expect(notices.map(({ userId }) => userId).sort()).toEqual([scene.student.id, scene.teacher.id].sort());
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(['classes.cancelled']));
    await expect(send('POST', '/holidays/2026-12-24/cancellation', { reason: 'X' })).toBeRefused(
      commonRefusals.notFound,
    );
  });

  it('cancels classes by themselves too, or leaves them, and answers no title of a kids’ class', async () => {
    const { db } = scene.community;
    await send('POST', '', fridays, scene.teacher);
    const at = { startsAt: new Date('2026-12-25T18:00Z') };
    const single = await insertClass(db, scene.teacher, { ...at, title: 'Suelta' });
    await insertClass(db, scene.teacher, { ...at, title: 'De niños', targetAudience: 'kid' });
    await insertSeats(db, single, scene.student);
    await setChristmas();
    const cancelDay = async (body: object) =>
      (await send('POST', `/holidays/${christmas}/cancellation`, { reason: 'Es Navidad', ...body })).json();
    expect(await cancelDay({ single: false })).toMatchObject({
      items: [{ classes: 2, single: 2 }],
      cancelled: ['Viernes'],
    });
    expect(await cancelDay({})).toMatchObject({ items: [{ classes: 0, single: 0 }], cancelled: ['Suelta'] });
    expect(await noticeKindsOf(scene.community, scene.student)).toEqual(['classes.cancelled']);
  });

  it('gives the classes that were left out back when it is removed, and no cancelled one', async () => {
    await setChristmas();
    await send('POST', '', fridays);
    await send('POST', '', {
      ...fridays,
      title: 'Otro día',
      repeats: { weekdays: [4], until: '2027-01-01' },
    });
    const before = await days();
    expect(await (await send('DELETE', `/holidays/${christmas}`)).json()).toEqual({ items: [] });
    expect((await days()).filter((day) => !before.includes(day))).toEqual([christmas]);
    // Twice changes nothing.
    await send('DELETE', `/holidays/${christmas}`);
    expect(await days()).toHaveLength(before.length + 1);

    await setChristmas();
    await send('POST', `/holidays/${christmas}/cancellation`, { reason: 'Es Navidad' });
    await send('DELETE', `/holidays/${christmas}`);
    expect(await days()).toContain(`(${christmas})`);
    expect(await days()).toHaveLength(before.length + 1);
  });

  it('gives no class back that an organiser deleted from that day before, nor one of a series that was moved there', async () => {
    await send('POST', '', fridays);
    const idOf = async (day: string) =>
      (
        await scene.community.db
          .selectFrom('classes')
          .select('id')
          .where('seriesDay', '=', day)
          .executeTakeFirstOrThrow()
      ).id;
    expect((await send('DELETE', `/${await idOf(christmas)}`)).status).toBe(200);
    await setChristmas();
    await send('DELETE', `/holidays/${christmas}`);
    expect(await days()).toEqual(['2026-12-11', '2026-12-18', '2027-01-01']);

    // The series is moved to Thursdays: the day of the deleted class goes along.
    const first = await idOf('2026-12-11');
    const change = { version: 1, scope: 'all', date: '2026-12-10' };
    expect((await send('PATCH', `/${first}/series`, change)).status).toBe(200);
    await send('PUT', '/holidays/2026-12-24', { name: 'Nochebuena' });
    await send('DELETE', '/holidays/2026-12-24');
    expect(await days()).toEqual(['2026-12-10', '2026-12-17', '2026-12-31']);
  });

  it('that is removed gives teachers their classes of that day back, and tells each once', async () => {
    const other = await scene.community.person({ role: 'teacher', verified: true });
    const gives = async (teacher: Person, more: object = {}) =>
      expect((await send('POST', '', { ...fridays, ...more }, teacher)).status).toBe(200);
    await setChristmas();
    for (const time of ['22:00', '18:00']) await gives(scene.teacher, { time });
    await gives(other, { date: '2026-12-12', repeats: { weekdays: [6], until: '2027-01-02' } });
    await gives(scene.admin);
    expect((await send('DELETE', `/holidays/${christmas}`)).status).toBe(200);
    const notices = await scene.community.db
      .selectFrom('notifications')
      .select(['userId', 'kind', 'detail'])
      .execute();
    expect(notices).toEqual([
      {
        userId: scene.teacher.id,
        kind: 'classes.holiday-removed',
        detail: { title: 'Navidad', classes: 2, startsAt: '2026-12-25T23:00:00.000Z' },
      },
    ]);
    // The day is an ordinary one by now.
    await send('DELETE', `/holidays/${christmas}`);
    expect(await scene.community.db.selectFrom('notifications').select('id').execute()).toHaveLength(1);
  });

  it('is read by verified teachers with the number of their own classes, and changed by administrators alone', async () => {
    await send('POST', '', fridays, scene.teacher);
    await send('POST', '', fridays);
    await setChristmas();
    const asked = await send('GET', '/holidays', undefined, scene.teacher);
    expect(await asked.json()).toEqual({
      items: [{ day: christmas, name: 'Navidad', classes: 1, single: 0 }],
    });
    await expect(send('GET', '/holidays', undefined, scene.student)).toBeRefused(commonRefusals.notAllowed);
    await expect(send('DELETE', `/holidays/${christmas}`, undefined, scene.teacher)).toBeRefused(
      commonRefusals.notAllowed,
    );
    await expect(send('PUT', `/holidays/${christmas}`, { name: 'X' }, scene.teacher)).toBeRefused(
      commonRefusals.notAllowed,
    );
  });
});

describe('several holidays at once', () => {
  const daily = {
    ...fridays,
    date: '2026-12-20',
    repeats: { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-01-05' },
  };
  const breakOf = (day: string, until: string) =>
    send('PUT', `/holidays/${day}`, { name: 'Vacaciones', until });
  const names = async (answer: Response) =>
    (await answer.json()).items.map(
      ({ day, name }: { day: string; name: string }) => `${day.slice(5)} ${name}`,
    );

  it('are the days from the first to the last, and those that are holidays keep their names', async () => {
    await setChristmas();
    const answer = await breakOf('2026-12-24', '2026-12-26');
    expect((await answer.clone().json()).added).toEqual(['2026-12-24', '2026-12-26']);
    expect(await names(answer)).toEqual(['12-24 Vacaciones', '12-25 Navidad', '12-26 Vacaciones']);
    await send('POST', '', daily);
    expect((await days()).slice(3, 5)).toEqual(['2026-12-23', '2026-12-27']);
    const { detail } = await scene.community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.set-holiday')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ day: { from: '2026-12-24', to: '2026-12-26' }, title: 'Vacaciones' });
  });

  it('are fourteen at most, and end no earlier than they begin', async () => {
    expect((await breakOf('2026-12-20', '2027-01-02')).status).toBe(200);
    await expect(breakOf('2027-02-01', '2027-02-15')).toBeRefused(holidayRefusals.tooManyDays, { most: 14 });
    await expect(breakOf('2027-02-02', '2027-02-01')).toBeRefused(commonRefusals.badInput);
    const { items } = await (await send('GET', '/holidays')).json();
    expect(items).toHaveLength(14);
  });

  it('are removed together, and give the classes that were left out back with one word to their teacher', async () => {
    await breakOf('2026-12-24', '2026-12-26');
    await send('PUT', '/holidays/2026-12-28', { name: 'Aniversario' });
    await send('POST', '', daily, scene.teacher);
    const before = await days();
    const answer = await send('DELETE', '/holidays/2026-12-24?until=2026-12-26');
    expect(await names(answer)).toEqual(['12-28 Aniversario']);
    const given = (await days()).filter((day) => !before.includes(day));
    expect(given).toEqual(['2026-12-24', '2026-12-25', '2026-12-26']);
    const notices = await scene.community.db
      .selectFrom('notifications')
      .select(['userId', 'detail'])
      .execute();
    expect(notices).toMatchObject([
      { userId: scene.teacher.id, detail: { title: 'Vacaciones', classes: 3 } },
    ]);
  });

  it('that are removed make no class of a day that the series has not come to', async () => {
    await breakOf('2027-02-12', '2027-02-16');
    await send('POST', '', { ...daily, repeats: { ...daily.repeats, until: null } });
    expect((await days()).at(-1)).toBe('2027-02-11');
    await send('DELETE', '/holidays/2027-02-12?until=2027-02-16');
    expect((await days()).slice(-2)).toEqual(['2027-02-12', '2027-02-13']);
  });

  it('have their classes cancelled together, and those of the days between that are none stay', async () => {
    await send('POST', '', daily);
    await breakOf('2026-12-24', '2026-12-25');
    await send('PUT', '/holidays/2026-12-27', { name: 'Vacaciones' });
    const body = { reason: 'Descansamos', until: '2026-12-27' };
    const answer = await send('POST', '/holidays/2026-12-24/cancellation', body);
    expect((await answer.json()).cancelled).toHaveLength(3);
    const left = (await days()).filter((day) => day?.startsWith('('));
    expect(left).toEqual(['(2026-12-24)', '(2026-12-25)', '(2026-12-27)']);
  });
});
