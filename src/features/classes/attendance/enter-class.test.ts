import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { enrolRefusals, entryRefusals, readClass, readRoster } from '../contract.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { changeClass } from '../timetable/change-class.ts';
import { enterClass } from './enter-class.ts';

const crowd = 24;
/** Inserting so many people takes this long on a busy machine, in milliseconds. */
const timeoutMs = 90_000;

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: crowd, poolSize: 30 });
}, timeoutMs);
afterEach(() => scene.community.setNow(now));
afterAll(() => scene.community.close());

const meetLink = 'https://meet.example.org/abc';
const enter = (person: Person | null, id: string) =>
  scene.community.request(person, 'POST', `/api/classes/${id}/entry`);
const at = (minutes: number) => scene.community.setNow(minutesFromNow(minutes));

type Facts = Parameters<typeof insertClass>[2];

/** A class of an hour that begins in half an hour, with a link and these people. */
async function classWith(people: readonly Person[], facts: Facts = {}): Promise<string> {
  const { community, teacher } = scene;
  const startsAt = minutesFromNow(30);
  const id = await insertClass(community.db, teacher, { startsAt, meetLink, maxStudents: 40, ...facts });
  if (people.length > 0) await insertSeats(community.db, id, ...people);
  return id;
}

async function entered(id: string): Promise<(string | undefined)[]> {
  const rows = await scene.community.db
    .selectFrom('classEnrollments')
    .select('enteredAt')
    .where('classId', '=', id)
    .execute();
  return rows.map(({ enteredAt }) => enteredAt?.toISOString());
}

const cardOf = (person: Person, id: string) =>
  answerOf(scene.community.request(person, 'GET', `/api/classes/${id}`), readClass);
const rosterOf = (id: string) =>
  answerOf(scene.community.request(scene.teacher, 'GET', `/api/classes/${id}/roster`), readRoster);

describe('enterClass', () => {
  it('opens the meeting from 15 minutes before the start to the end, and keeps when a student first came', async () => {
    const { student } = scene;
    const id = await classWith([student]);
    at(14);
    await expect(enter(student, id)).toBeRefused(entryRefusals.doorClosed);
    at(15);
    const first = minutesFromNow(15).toISOString();
    expect(await (await enter(student, id)).json()).toEqual({ classId: id, meetLink, enteredAt: first });
    at(89);
    expect(await (await enter(student, id)).json()).toEqual({ classId: id, meetLink, enteredAt: first });
    expect(await entered(id)).toEqual([first]);
    at(90);
    await expect(enter(student, id)).toBeRefused(entryRefusals.doorClosed);
  });

  it('closes the door of a club ten minutes after its start, but not for students who came before', async () => {
    const [punctual, late] = [await scene.community.person(), await scene.community.person()];
    const id = await classWith([punctual, late], { kind: 'club' });
    at(39);
    expect((await enter(punctual, id)).status).toBe(200);
    expect((await cardOf(late, id)).meetLink).toBe(meetLink);
    at(40);
    await expect(enter(late, id)).toBeRefused(entryRefusals.doorClosed);
    expect((await cardOf(late, id)).meetLink).toBeNull();
    expect((await enter(punctual, id)).status).toBe(200);
    expect((await cardOf(punctual, id)).meetLink).toBe(meetLink);
    for (const organiser of [scene.teacher, scene.admin])
      expect((await enter(organiser, id)).status).toBe(200);
  });

  it('marks no student as present: the roll shows who came, its teacher confirms it, and closing it pays those', async () => {
    const [ana, leo, zoe] = await Promise.all(
      ['Ana', 'Leo', 'Zoe'].map((name) => scene.community.person({ name })),
    );
    const id = await classWith([ana!, leo!, zoe!]);
    at(28);
    await enter(ana!, id);
    await enter(leo!, id);
    at(60);
    const { items } = await rosterOf(id);
    expect(items.map(({ name, enteredAt, attended }) => [name, enteredAt, attended])).toEqual([
      ['Ana', minutesFromNow(28).toISOString(), null],
      ['Leo', minutesFromNow(28).toISOString(), null],
      ['Zoe', null, null],
    ]);
    const marks = [{ userId: ana!.id, attended: true }];
    await scene.community.request(scene.teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
    await scene.community.request(scene.teacher, 'POST', `/api/classes/${id}/roll-closing`);
    const paid = await scene.community.db
      .selectFrom('sumicoinsLedger')
      .select('userId')
      .where('transactionType', '=', 'event_reward')
      .where('userId', 'in', [ana!.id, leo!.id, zoe!.id])
      .execute();
    expect(paid).toEqual([{ userId: ana!.id }]);
    expect((await cardOf(leo!, id)).attended).toBe(false);
  });

  it('refuses people without a seat or with a held one, visitors, a cancelled class and one without a link', async () => {
    const { community, student } = scene;
    const outsider = await community.person();
    const kid = await community.person({ ageGroup: 'kid' });
    const id = await classWith([student]);
    at(20);
    await expect(enter(null, id)).toBeRefused(commonRefusals.signInFirst);
    await expect(enter(outsider, id)).toBeRefused(commonRefusals.notAllowed);
    await expect(enter(kid, id)).toBeRefused(commonRefusals.notFound);
    await community.db
      .updateTable('classEnrollments')
      .set({ heldUntil: minutesFromNow(25) })
      .where('classId', '=', id)
      .execute();
    await expect(enter(student, id)).toBeRefused(commonRefusals.notAllowed);
    expect(await entered(id)).toEqual([undefined]);
    const other = await community.person({ role: 'teacher', verified: true });
    await expect(enter(other, id)).toBeRefused(commonRefusals.notAllowed);

    const cancelled = await classWith([student], { status: 'cancelled', cancelledAt: now });
    await expect(enter(student, cancelled)).toBeRefused(enrolRefusals.cancelled);
    const without = await classWith([student], { meetLink: null });
    await expect(enter(student, without)).toBeRefused(entryRefusals.noRoom);
  });

  it('answers the link to the teacher of the class and administrators, and notes nothing', async () => {
    const id = await classWith([scene.student]);
    at(20);
    for (const organiser of [scene.teacher, scene.admin]) {
      expect(await (await enter(organiser, id)).json()).toEqual({ classId: id, meetLink, enteredAt: null });
    }
    expect(await entered(id)).toEqual([undefined]);
  });
});

type Change = (ctx: Ctx) => Ctx;
const asIs: Change = (ctx) => ctx;

describe('a class that is moved while students enter it', () => {
  /**
   * One student is there; the others enter before the move commits. Returns how many students are noted as having
   * entered the class that is a day later now.
   */
  async function moveInTheRush(change: Change = asIs): Promise<number> {
    const { community, people, teacher } = scene;
    const id = await classWith(people, { zone: 'UTC', startsAt: minutesFromNow(10) });
    const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
    const organiser = change(await community.ctxFor(teacher));
    // The move waits for this student's row, once it knows who is there.
    await enterClass(contexts[0] as Ctx, id);
    const go = (ctx: Ctx) => enterClass(change(ctx), id);
    await raceForRows<unknown>(community.db, 'classEnrollments', () => [
      ...contexts.slice(1, crowd / 2).map(go),
      changeClass(organiser, id, { version: 1, date: '2026-11-21' }),
      ...contexts.slice(crowd / 2).map(go),
    ]);
    return (await entered(id)).filter((each) => each !== undefined).length;
  }

  it('knows of no student who entered it before', async () => {
    expect(await moveInTheRush()).toBe(0);
  });

  it(
    'the control: would know of some when no transaction locked the class',
    async () => {
      expect(await moveInTheRush(withoutRowLocks)).toBe(crowd - 1);
    },
    timeoutMs,
  );
});

describe('many devices of one student that enter at the same moment', () => {
  it('are one entry, and a class that is cancelled meanwhile lets none in afterwards', async () => {
    const { community, student, teacher } = scene;
    const id = await classWith([student]);
    at(25);
    const ctx = await community.ctxFor(student);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => enterClass({ ...ctx, now: minutesFromNow(20 + n / 10) }, id)),
    );
    expect(new Set(answers.map(({ enteredAt }) => enteredAt)).size).toBe(1);
    await cancelClass(await community.ctxFor(teacher), id, { reason: 'Se fue la luz.' });
    await expect(enter(student, id)).toBeRefused(enrolRefusals.cancelled);
  });
});
