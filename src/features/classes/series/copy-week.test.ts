import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertClass, insertSeats, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { previewWeekCopy, type WeekCopy } from '../contract.ts';
import { giveMeetLink } from '../timetable/show-in-calendar.ts';
import { copyStateOf, isCopyable, isOfWeek, moveCopyByDays } from './copy-rules.ts';
import { copyWeek } from './copy-week.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ poolSize: 20 });
});
afterEach(async () => {
  scene.community.setNow(now);
  await scene.community.db.deleteFrom('classes').execute();
  await scene.community.db.deleteFrom('classHolidays').execute();
});
afterAll(() => scene.community.close());

// The scene's now is a Friday; the week that is copied is the next one.
const from = '2026-11-23';
const to = '2026-11-30';

const preview = (person: Person | null, more: Record<string, string> = {}) =>
  scene.community.request(
    person,
    'GET',
    `/api/classes/week-copies?${new URLSearchParams({ from, to, ...more })}`,
  );
const copy = (person: Person | null, classIds: string[], more: object = {}) =>
  scene.community.request(person, 'POST', '/api/classes/week-copies', { from, to, classIds, ...more });

async function planned(person: Person, more: Record<string, string> = {}): Promise<WeekCopy[]> {
  return (await answerOf(preview(person, more), previewWeekCopy)).items;
}

const insert = (startsAt: string, facts: Parameters<typeof insertClass>[2] = {}, teacher = scene.teacher) =>
  insertClass(scene.community.db, teacher, { startsAt: new Date(startsAt), ...facts });

/** The copies of a class. */
const copiesOf = (id: string) =>
  scene.community.db.selectFrom('classes').selectAll().where('copiedFrom', '=', id).execute();

describe('what becomes of a class whose week is copied', () => {
  const free = { isCopied: false, isPast: false, teaches: true, holiday: null, clash: null };

  it.each([
    [free, 'free'],
    [{ ...free, clash: 'Otra' }, 'clash'],
    [{ ...free, clash: 'Otra', holiday: 'Navidad' }, 'holiday'],
    [{ ...free, holiday: 'Navidad', teaches: false }, 'no-teacher'],
    [{ ...free, teaches: false, isPast: true }, 'past'],
    [{ ...free, isPast: true, isCopied: true, clash: 'La copia' }, 'copied'],
  ] as const)('%j is %s', (facts, state) => expect(copyStateOf(facts)).toBe(state));

  it('is the organiser’s choice only where it is free or at the same time as another', () => {
    const states = ['free', 'clash', 'holiday', 'no-teacher', 'past', 'copied'] as const;
    expect(states.filter(isCopyable)).toEqual(['free', 'clash']);
  });

  it('goes by the clock in the zone of the class, also where the clocks change between the weeks', () => {
    const lateSunday = { startsAt: new Date('2026-11-02T03:30:00Z'), zone: 'America/New_York' };
    expect(isOfWeek(lateSunday, '2026-10-26')).toBe(true);
    expect(isOfWeek(lateSunday, '2026-11-02')).toBe(false);
    const beforeTheChange = { startsAt: new Date('2026-10-29T22:00:00Z'), zone: 'America/New_York' };
    expect(moveCopyByDays(beforeTheChange, 7)).toEqual({
      day: '2026-11-05',
      startsAt: new Date('2026-11-05T23:00:00Z'),
    });
  });
});

describe('previewWeekCopy', () => {
  it('lists the week’s classes by start with what stands in the way, and none of a series, cancelled or of another week', async () => {
    const { db } = scene.community;
    await insert('2026-11-24T23:00:00Z', { title: 'Libre' });
    await insert('2026-11-25T23:00:00Z', { title: 'Choca' });
    await insert('2026-12-02T23:30:00Z', { title: 'Ya estaba' });
    await insert('2026-11-26T23:00:00Z', { title: 'Feriado' });
    await insert('2026-11-27T23:00:00Z', { title: 'Cancelada', status: 'cancelled', cancelledAt: now });
    const form = { title: 'Se repite', description: 'x', date: '2026-11-24', time: '08:00' };
    const repeats = { weekdays: [2], until: '2026-11-24' };
    await scene.community.request(scene.teacher, 'POST', '/api/classes', { ...form, repeats });
    await db.insertInto('classHolidays').values({ day: '2026-12-03', name: 'Día de la comunidad' }).execute();
    const items = await planned(scene.teacher);
    expect(items.map(({ title, startsAt, state, because }) => [title, startsAt, state, because])).toEqual([
      ['Libre', '2026-12-01T23:00:00.000Z', 'free', null],
      ['Choca', '2026-12-02T23:00:00.000Z', 'clash', 'Ya estaba'],
      ['Feriado', '2026-12-03T23:00:00.000Z', 'holiday', 'Día de la comunidad'],
    ]);
  });

  it('refuses a week that does not begin on a Monday, itself, and one whose days no layer can count with', async () => {
    for (const day of ['2026-12-01', from, '9999-12-27', '1899-12-25'])
      await expect(preview(scene.admin, { to: day }), day).toBeRefused(commonRefusals.badInput);
  });

  it('shows a teacher their own classes, an administrator everyone’s or those of one, and refuses the rest', async () => {
    const { community, teacher, admin, student } = scene;
    const another = await community.person({ role: 'teacher', verified: true });
    await insert('2026-11-24T23:00:00Z', { title: 'De Inés' });
    await insert('2026-11-24T20:00:00Z', { title: 'De otra' }, another);
    const titles = async (person: Person, more?: Record<string, string>) =>
      (await planned(person, more)).map(({ title }) => title);
    expect(await titles(teacher)).toEqual(['De Inés']);
    expect(await titles(admin)).toEqual(['De otra', 'De Inés']);
    expect(await titles(admin, { teacherId: teacher.id })).toEqual(['De Inés']);
    await expect(preview(teacher, { teacherId: another.id })).toBeRefused(commonRefusals.notAllowed);
    await expect(preview(student)).toBeRefused(commonRefusals.notAllowed);
    await expect(preview(null)).toBeRefused(commonRefusals.signInFirst);
    await expect(preview(teacher, { to: from })).toBeRefused(commonRefusals.badInput);
    await expect(preview(teacher, { to: '2026-12-01' })).toBeRefused(commonRefusals.badInput);
  });
});

describe('copyWeek', () => {
  it('makes the chosen classes with everything but students and payments', async () => {
    const { community, student, teacher } = scene;
    const facts = {
      kind: 'club' as const,
      title: 'Café con idiomas',
      zone: 'America/Bogota',
      durationMinutes: 45,
      maxStudents: 5,
      priceCents: 450,
      language: 'fr' as const,
      level: 'basic' as const,
    };
    const meetLink = 'https://meet.example.org/x';
    const id = await insert('2026-11-24T23:00:00Z', { ...facts, meetLink });
    const left = await insert('2026-11-25T23:00:00Z');
    await insertSeats(community.db, id, student);
    const answer = await (await copy(teacher, [id])).json();
    expect(answer.made).toBe(1);
    expect(answer.items.map(({ state }: WeekCopy) => state)).toEqual(['copied', 'free']);
    expect(await copiesOf(id)).toEqual([
      expect.objectContaining({
        ...facts,
        startsAt: new Date('2026-12-01T23:00:00Z'),
        copiedDay: '2026-12-01',
        createdBy: teacher.id,
        meetLink,
        seatsTaken: 0,
        seriesId: null,
        status: 'scheduled',
      }),
    ]);
    expect(await copiesOf(left)).toEqual([]);
  });

  it('leaves a link for one class alone in that class: of a made room, of an import and of another teacher', async () => {
    const { community, admin, teacher } = scene;
    const pasted = 'https://meet.example.org/x';
    const changed = (id: string, meetLink: string) =>
      community.request(teacher, 'PATCH', `/api/classes/${id}`, { version: 2, meetLink });
    const another = await community.person({ role: 'teacher', verified: true });
    const made = await insert('2026-11-23T23:00:00Z');
    await giveMeetLink(await community.ctxFor(), made, 'https://meet.example.org/made');
    const imported = await insert('2026-11-24T23:00:00Z', { imported: true, meetLink: pasted });
    const given = await insert('2026-11-25T23:00:00Z', { meetLink: pasted }, another);
    const own = await insert('2026-11-26T23:00:00Z', { meetLink: pasted }, another);
    for (const id of [given, own]) {
      const path = `/api/classes/${id}/teacher`;
      expect((await community.request(admin, 'PUT', path, { teacherId: teacher.id })).status).toBe(200);
    }
    expect((await changed(own, 'https://meet.example.org/own')).status).toBe(200);
    expect((await (await copy(teacher, [made, imported, given, own])).json()).made).toBe(4);
    const linkOf = async (id: string) => (await copiesOf(id)).map(({ meetLink }) => meetLink);
    for (const id of [made, imported, given]) expect(await linkOf(id)).toEqual([null]);
    expect(await linkOf(own)).toEqual(['https://meet.example.org/own']);
  });

  it('copies into a week once, and into another week again', async () => {
    const id = await insert('2026-11-24T23:00:00Z');
    const made = async (more?: object) => (await (await copy(scene.teacher, [id], more)).json()).made;
    expect(await made()).toBe(1);
    expect(await made()).toBe(0);
    expect(await made({ to: '2026-12-07' })).toBe(1);
    expect(await copiesOf(id)).toHaveLength(2);
  });

  it('copies no class into a holiday or the past, of another teacher, or of one who teaches no more', async () => {
    const { community, admin, teacher } = scene;
    const gone = await community.person({ role: 'teacher', verified: true });
    const holiday = await insert('2026-11-26T23:00:00Z');
    const others = await insert('2026-11-24T23:00:00Z', {}, gone);
    await community.db.insertInto('classHolidays').values({ day: '2026-12-03', name: 'Fiesta' }).execute();
    expect((await (await copy(teacher, [holiday, others])).json()).made).toBe(0);
    await community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected' })
      .where('userId', '=', gone.id)
      .execute();
    expect((await (await copy(admin, [others])).json()).made).toBe(0);
    const past = await copy(teacher, [holiday], { from, to: '2026-11-16' });
    expect((await past.json()).items[0].state).toBe('past');
    await expect(copy(teacher, [holiday], { teacherId: gone.id })).toBeRefused(commonRefusals.notAllowed);
  });

  it('copies a class at the same time as another where its organiser wishes', async () => {
    const id = await insert('2026-11-25T23:00:00Z');
    await insert('2026-12-02T23:30:00Z');
    expect((await (await copy(scene.teacher, [id])).json()).made).toBe(1);
  });

  it('tells each teacher whose classes an administrator copied once, and is one act on record', async () => {
    const { community, admin, teacher } = scene;
    const ids = [await insert('2026-11-24T23:00:00Z'), await insert('2026-11-25T23:00:00Z')];
    await copy(admin, ids);
    await copy(admin, ids);
    const notices = await community.db
      .selectFrom('notifications')
      .select(['userId', 'detail'])
      .where('kind', '=', 'classes.week-copied')
      .execute();
    expect(notices).toEqual([
      { userId: teacher.id, detail: { classes: 2, startsAt: '2026-12-01T23:00:00.000Z' } },
    ]);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.copy-week')
      .where('actorId', '=', admin.id)
      .execute();
    expect(acts).toEqual([{ detail: { from, to, classes: 2 } }]);
  });
});

describe('organisers who copy a week at the same moment', () => {
  /** Each has made its plan before another one commits. Returns the copies of one class, and how many were answered. */
  async function rush({ community, teacher, admin }: ClassScene): Promise<{ copies: number; made: number }> {
    const id = await insertClass(community.db, teacher, { startsAt: new Date('2026-11-24T23:00:00Z') });
    const contexts = await Promise.all([teacher, admin, teacher, admin].map((who) => community.ctxFor(who)));
    const answers = await raceForTable(community.db, 'classes', () =>
      [...contexts, ...contexts].map((ctx) => copyWeek(ctx, { from, to, classIds: [id] })),
    );
    const made = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.made : Number.NaN));
    const copies = await community.db
      .selectFrom('classes')
      .select('id')
      .where('copiedFrom', '=', id)
      .execute();
    return { copies: copies.length, made: made.reduce((sum, each) => sum + each, 0) };
  }

  it('make one copy of each class', async () => {
    expect(await rush(scene)).toEqual({ copies: 1, made: 1 });
  });

  it('the control: would make several without the unique index', async () => {
    const unguarded = await classScene({ poolSize: 20, withoutGuards: 'drop index class_copied_once' });
    expect(await rush(unguarded)).toEqual({ copies: 8, made: 8 });
    await unguarded.community.close();
  });
});
