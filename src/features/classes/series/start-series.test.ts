import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertClass, now } from '../../../testing/class-scene.ts';
import { scheduleClass, scheduleRefusals } from '../contract.ts';
import { extendSeries } from './extend-series.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026; 24 November is a Tuesday. */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-24',
  time: '19:00',
  zone: 'America/New_York',
};
const days = (weekdays: number[], until: string | null = null) => ({ weekdays, until });

async function schedule(more: object, person = scene.teacher, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return scene.community.request(person, 'POST', '/api/classes', { ...form, ...more }, headers);
}

async function classesNamed(title: string) {
  return scene.community.db
    .selectFrom('classes')
    .selectAll()
    .where('title', '=', title)
    .orderBy('startsAt')
    .execute();
}

const daysOf = async (title: string) =>
  (await classesNamed(title)).map(({ startsAt, zone }) => calendarDay(startsAt.toISOString(), zone));

describe('scheduleClass of a class that repeats', () => {
  it('makes the classes of eight weeks, alike, at the same hour of the clock, and answers the first', async () => {
    const first = await answerOf(
      schedule({ title: 'Martes y jueves', repeats: days([4, 2, 2]), maxStudents: 5 }),
      scheduleClass,
    );
    expect(first).toMatchObject({
      startsAt: '2026-11-25T00:00:00.000Z',
      repeats: { weekdays: [2, 4], until: null },
    });
    const made = await classesNamed('Martes y jueves');
    expect(made[0]).toMatchObject({ id: first.id, kind: 'club', maxStudents: 5, seriesDay: '2026-11-24' });
    expect(made).toHaveLength(16);
    expect(made.at(-1)?.seriesDay).toBe('2027-01-14');
    expect(new Set(made.map(({ startsAt, zone }) => clockTime(startsAt.toISOString(), zone)))).toEqual(
      new Set(['19:00']),
    );
    expect(new Set(made.map(({ seriesId }) => seriesId)).size).toBe(1);
  });

  it('begins with the first of its days that is to come', async () => {
    // Today at 19:00 in New York is still to come, 04:00 is over.
    await schedule({ title: 'Hoy', date: '2026-11-20', repeats: days([5], '2026-12-04') });
    expect(await daysOf('Hoy')).toEqual(['2026-11-20', '2026-11-27', '2026-12-04']);
    await schedule({ title: 'Ya no', date: '2026-11-20', time: '04:00', repeats: days([5], '2026-12-04') });
    expect(await daysOf('Ya no')).toEqual(['2026-11-27', '2026-12-04']);
  });

  it('refuses a series without a day to come, and makes nothing', async () => {
    const before = await scene.community.db.selectFrom('classSeries').select('id').execute();
    for (const repeats of [days([5], '2026-11-26'), days([2], '2026-11-23')]) {
      await expect(schedule({ repeats })).toBeRefused(scheduleRefusals.noDays);
    }
    await expect(schedule({ date: '2026-11-02', repeats: days([2], '2026-11-18') })).toBeRefused(
      scheduleRefusals.noDays,
    );
    expect(await scene.community.db.selectFrom('classSeries').select('id').execute()).toEqual(before);
  });

  it.each([[[]], [[0]], [[8]]])('refuses the days of the week %j', async (weekdays) => {
    await expect(schedule({ repeats: days(weekdays) })).toBeRefused(commonRefusals.badInput);
  });

  it('makes one series of the same idempotency key', async () => {
    const once = { title: 'Una vez', repeats: days([2], '2026-12-01') };
    for (const _ of [1, 2]) expect((await schedule(once, scene.teacher, 'the-same-key')).status).toBe(200);
    expect(await daysOf('Una vez')).toEqual(['2026-11-24', '2026-12-01']);
  });

  it('tells the teacher whom an administrator named once of all its classes, and is one line of the audit log', async () => {
    const given = { title: 'Encargado', teacherId: scene.teacher.id, repeats: days([2], '2026-12-08') };
    expect((await schedule(given, scene.admin)).status).toBe(200);
    const { db } = scene.community;
    const notices = await db
      .selectFrom('notifications')
      .select(['kind', 'detail', 'about', 'alsoAbout'])
      .where('userId', '=', scene.teacher.id)
      .execute();
    const [first, ...others] = (await classesNamed('Encargado')).map(({ id }) => id);
    expect(notices).toEqual([
      {
        kind: 'classes.series-given-to-you',
        detail: { title: 'Encargado', startsAt: '2026-11-25T00:00:00.000Z' },
        about: first,
        alsoAbout: others,
      },
    ]);
    expect(others).toHaveLength(2);
    const lines = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.start-series')
      .where('personId', '=', scene.teacher.id)
      .execute();
    expect(lines).toMatchObject([{ detail: { title: 'Encargado', classes: 3 } }]);
  });

  it('puts each class in the outside calendar', async () => {
    await schedule({ title: 'Al calendario', repeats: days([2], '2026-12-08') });
    const made = await classesNamed('Al calendario');
    const { rows } = await scene.community.db
      .selectFrom('dueWork')
      .select('subject')
      .where('kind', '=', 'sync-calendar')
      .execute()
      .then((rows) => ({ rows }));
    const due = rows.map(({ subject }) => subject);
    expect(made.map(({ calendarEventId }) => due.includes(calendarEventId ?? ''))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('extendSeries', () => {
  const later = async (dayCount: number) => {
    scene.community.setNow(new Date(now.getTime() + dayCount * dayMs));
    await extendSeries(await scene.community.ctxFor());
    scene.community.setNow(now);
  };

  it('makes the classes of later weeks once, also across a change of the clocks', async () => {
    await schedule({ title: 'Sigue', repeats: days([2]) });
    expect(await daysOf('Sigue')).toHaveLength(8);
    await later(14);
    await later(14);
    expect(await daysOf('Sigue')).toHaveLength(10);
    await later(14 * 7);
    const made = await classesNamed('Sigue');
    // New York has daylight saving time from 14 March 2027 on.
    expect(made.find(({ seriesDay }) => seriesDay === '2027-03-09')?.startsAt).toEqual(
      new Date('2027-03-10T00:00Z'),
    );
    expect(made.find(({ seriesDay }) => seriesDay === '2027-03-16')?.startsAt).toEqual(
      new Date('2027-03-16T23:00Z'),
    );
  });

  it('stops at the end of a series, and leaves a deleted class deleted', async () => {
    await schedule({ title: 'Termina', repeats: days([2], '2027-02-02') });
    const [, second] = await classesNamed('Termina');
    await scene.community.request(scene.teacher, 'DELETE', `/api/classes/${second?.id}`);
    await later(50);
    const made = await daysOf('Termina');
    expect([made[0], made[1], made.at(-1), made.length]).toEqual([
      '2026-11-24',
      '2026-12-08',
      '2027-02-02',
      10,
    ]);
  });

  it('makes no class for a teacher who may no longer give classes', async () => {
    const gone = await scene.community.person({ role: 'teacher', verified: true });
    await schedule({ title: 'Se fue', repeats: days([2]) }, gone);
    await scene.community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', gone.id).execute();
    await later(30);
    expect(await daysOf('Se fue')).toHaveLength(8);
  });
});

describe('previewSeries', () => {
  const preview = async (more: Record<string, string>, person = scene.teacher) => {
    const { date, time, zone } = form;
    const asked = { teacherId: scene.teacher.id, date, time, zone, durationMinutes: '60', weekdays: '2,4' };
    const query = new URLSearchParams({ ...asked, ...more });
    return scene.community.request(person, 'GET', `/api/classes/series/preview?${query}`);
  };

  it('counts what would be made, and names the classes of the teacher at those times', async () => {
    const startsAt = new Date('2027-01-15T00:30Z');
    await insertClass(scene.community.db, scene.teacher, { title: 'Otra', startsAt });
    const teacher = scene.teacher.id;
    await scene.community.db
      .deleteFrom('classes')
      .where('createdBy', '=', teacher)
      .where('title', '<>', 'Otra')
      .execute();
    expect(await (await preview({ until: '2027-01-28' })).json()).toEqual({
      first: '2026-11-24',
      last: '2027-01-28',
      count: 20,
      soon: 16,
      skipped: [],
      clashes: [{ id: expect.any(String), title: 'Otra', startsAt: startsAt.toISOString() }],
    });
    expect(await (await preview({ weekdays: '5' })).json()).toMatchObject({
      last: null,
      count: null,
      clashes: [],
    });
  });

  it('answers a teacher about themselves alone, and an administrator about each', async () => {
    await expect(preview({ teacherId: scene.admin.id })).toBeRefused(commonRefusals.notAllowed);
    await expect(preview({}, scene.student)).toBeRefused(commonRefusals.notAllowed);
    expect((await preview({}, scene.admin)).status).toBe(200);
  });
});
