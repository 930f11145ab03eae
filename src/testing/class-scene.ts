import { type Insertable, sql } from 'kysely';
import type { ClassRules, Roster } from '#features/classes/contract.ts';
import type { Db } from '#server/db/connect.ts';
import type { Classes } from '#server/db/schema.ts';
import { type Community, newCommunity, type Person } from './community.ts';

/** The instant that the tests of classes take for now: a Friday, four in the morning in Mexico City. */
export const now = new Date('2026-11-20T10:00:00.000Z');

/** The numbers of clubs and classes in a new community. */
export const defaultRules: ClassRules = {
  clubSeats: 6,
  fewestLearners: 2,
  clubsAhead: 10,
  lackToldHours: 3,
  doorOpensMinutes: 15,
  doorClosesMinutes: 10,
  freeHours: 3,
  refundedHours: 24,
  shortestOfferMinutes: 10,
  longestOfferHours: 12,
  openToAllMinutes: 60,
  pausingAbsences: 3,
  countedDays: 30,
  pauseDays: 7,
};

/** That many minutes after `now`; before it when negative. */
export function minutesFromNow(minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000);
}

export type ClassScene = {
  community: Community;
  /** Verified. */
  teacher: Person;
  admin: Person;
  student: Person;
  /** As many more students as were asked for. */
  people: readonly Person[];
};

/** A community at `now`, with a person of each kind that a test of classes needs. */
export async function classScene({
  people = 0,
  ...options
}: { people?: number } & Parameters<typeof newCommunity>[0] = {}): Promise<ClassScene> {
  const community = await newCommunity(options);
  community.setNow(now);
  return {
    community,
    teacher: await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' }),
    admin: await community.person({ role: 'admin' }),
    student: await community.person(),
    people: await Promise.all(Array.from({ length: people }, () => community.person())),
  };
}

export type SeatScene = Awaited<ReturnType<typeof seatScene>>;

/** A scene of classes whose students enrol and leave by the requests that a browser sends. */
export async function seatScene() {
  const scene = await classScene();
  const { community } = scene;
  return {
    ...scene,
    ...rosterActs(community, scene.teacher),
    enrol: (person: Person | null, classId: string) =>
      community.request(person, 'POST', `/api/classes/${classId}/enrolment`),
    leave: (person: Person | null, classId: string) =>
      community.request(person, 'DELETE', `/api/classes/${classId}/enrolment`),
    /** The ids of the people with a seat. */
    enrolled: async (classId: string): Promise<string[]> => {
      const rows = await community.db
        .selectFrom('classEnrollments')
        .select('userId')
        .where('classId', '=', classId)
        .execute();
      return rows.map(({ userId }) => userId);
    },
  };
}

/**
 * What an organiser, the teacher unless said otherwise, does with the roster of a class, and what a student is told.
 */
export function rosterActs(community: Community, teacher: Person) {
  return {
    give: (classId: string, { id }: Person, by = teacher) =>
      community.request(by, 'PUT', `/api/classes/${classId}/students/${id}`),
    remove: (
      classId: string,
      { id }: Person,
      { by = teacher, reason }: { by?: Person; reason?: string } = {},
    ) => community.request(by, 'POST', `/api/classes/${classId}/students/${id}/removal`, { reason }),
    takeOffList: (
      classId: string,
      { id }: Person,
      { by = teacher, reason }: { by?: Person; reason?: string } = {},
    ) => community.request(by, 'POST', `/api/classes/${classId}/waiting/${id}/removal`, { reason }),
    readRoster: async (classId: string): Promise<Roster> =>
      (await community.request(teacher, 'GET', `/api/classes/${classId}/roster`)).json(),
    /** What the audit log says of a class. */
    actsOf: (classId: string) =>
      community.db
        .selectFrom('auditLog')
        .select(['act', 'actorId', 'personId', 'reason', 'detail'])
        .where('subject', '=', classId)
        .orderBy('id')
        .execute(),
  };
}

/** A class that exists, tomorrow unless said otherwise; answers its id. */
export async function insertClass(
  db: Db,
  teacher: { id: string },
  facts: Partial<Insertable<Classes>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('classes')
    .values({
      title: 'Conversación en inglés',
      description: 'Hablamos de la semana.',
      startsAt: minutesFromNow(24 * 60),
      createdBy: teacher.id,
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives these people seats in a class, past every rule. */
export async function insertSeats(db: Db, classId: string, ...people: { id: string }[]): Promise<void> {
  const seats = people.map(({ id: userId }) => ({ classId, userId }));
  await db.insertInto('classEnrollments').values(seats).execute();
}

/** A class of that teacher whose roll is closed and that these people attended; answers its id. */
export async function insertAttended(
  db: Db,
  teacher: { id: string },
  ...people: { id: string }[]
): Promise<string> {
  const classId = await insertClass(db, teacher, { startsAt: minutesFromNow(-90), rollClosedAt: now });
  await insertAttendance(db, { classId, markedBy: teacher.id }, ...people);
  return classId;
}

/**
 * Gives these people seats in a class whose roll is closed, as present, with the learning time and the day of practice
 * that it gives, and none of the coins.
 */
export async function insertAttendance(
  db: Db,
  { classId, markedBy }: { classId: string; markedBy: string },
  ...people: { id: string }[]
): Promise<void> {
  const practice = { practisedSeconds: 3600, practisedOn: minutesFromNow(-90).toISOString().slice(0, 10) };
  const there = { attended: true, markedAt: now, markedBy, ...practice };
  const seats = people.map(({ id: userId }) => ({ classId, userId, ...there }));
  await db.insertInto('classEnrollments').values(seats).execute();
  for (const { id } of people) {
    await sql`insert into practice_days (user_id, day, practices) values (${id}, ${practice.practisedOn}, 1)
      on conflict (user_id, day) do update set practices = practice_days.practices + 1`.execute(db);
    await sql`update profiles set total_learning_seconds = total_learning_seconds + ${practice.practisedSeconds}
      where user_id = ${id}`.execute(db);
  }
}

/**
 * Inserts a seat that a student bought as a single class and paid for, or one that is held until then while they pay;
 * answers the payment's id.
 */
export async function insertPaidSeat(
  db: Db,
  {
    classId,
    userId,
    now: paidAt = now,
    heldUntil = null,
  }: { classId: string; userId: string; now?: Date; heldUntil?: Date | null },
): Promise<string> {
  const { id: paymentId } = await db
    .insertInto('payments')
    .values({
      userId,
      kind: 'single',
      classId,
      teacherId: (of) => of.selectFrom('classes').select('createdBy').where('id', '=', classId),
      amountCents: 300,
      teacherShareCents: 210,
      platformShareCents: 90,
      method: 'card',
      provider: 'test',
      ...(heldUntil
        ? { status: 'pending', expiresAt: heldUntil }
        : { status: 'completed', completedAt: paidAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId, heldUntil, enrolledAt: paidAt, agreedAt: paidAt })
    .execute();
  return paymentId;
}

/**
 * What must hold of every class at every time: the seats counted are the enrolments there are, and no more
 * than the class has. Answers the classes of which it does not.
 */
export async function wrongSeats(db: Db): Promise<{ id: string; seatsTaken: number; enrolled: number }[]> {
  const { rows } = await sql<{ id: string; seatsTaken: number; maxStudents: number; enrolled: number }>`
    select id, seats_taken, max_students, (select count(*) from class_enrollments where class_id = id) as enrolled
    from classes`.execute(db);
  return rows.filter((row) => row.seatsTaken !== row.enrolled || row.enrolled > row.maxStudents);
}

/** The id of the calendar event that shows a class, as SQL makes it (`timetable/want-calendar.ts`). */
export function eventIdOf(classId: string): string {
  return `sumi${classId.replaceAll('-', '')}`;
}
