import { randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { dayMs } from '#shared/time/durations.ts';
import { insertClass, insertSeats } from '../../../../src/testing/class-scene.ts';
import { testSecret } from '../../../../src/testing/community.ts';
import {
  insertPerson,
  insertSession,
  type PersonTraits,
} from '../../../../src/testing/rows/insert-person.ts';
import { insertVideo } from '../../../../src/testing/rows/insert-video.ts';
import { goodPassword } from '../../../../src/testing/sign-in.ts';

export type Member = { id: string; name: string; email: string; cookie: string; address: string };

/** How a person loses sessions or rights: each is told to every process, which ends their streams. */
export const revocations = ['sessions', 'ban', 'demotion', 'password'] as const;

/** A person who loses sessions or rights, with a session on another device. */
export type RevokedMember = Member & { how: (typeof revocations)[number]; elsewhere: string };

/** The people and things that a siege knows by name. */
export type Fixtures = {
  students: readonly Member[];
  teacher: Member;
  admin: Member;
  /** People who lose their sessions or their rights, one in each round. */
  revokedMembers: readonly RevokedMember[];
  /** People whose role the administrator changes. */
  roleSubjects: readonly Member[];
  /** Orders of other people, to be fulfilled or given back. */
  orders: readonly { id: string; price: number }[];
  /** The same, for the operations of failpoints. */
  reserved: Pick<Fixtures, 'roleSubjects' | 'orders'>;
  /** People who claim a row of the cup, one in each round. */
  claimants: readonly Member[];
  /** Students without a plan who pay for one, three in each round. */
  payers: readonly Member[];
  videos: readonly string[];
  /** Each has few seats and a waiting list. */
  smallClasses: readonly string[];
  /** One for each round, with few seats: every student wants to enrol in it at once. */
  contendedClasses: readonly string[];
  /** Each has seats for all. */
  largeClasses: readonly string[];
  /** Whose title the teacher changes, and which the teacher cancels. */
  ownClasses: readonly string[];
  /** That have begun, with four students each, for the roll. */
  begunClasses: readonly { id: string; students: readonly Member[] }[];
  /** Notices of each student. */
  noticesOf: ReadonlyMap<string, readonly string[]>;
};

const noticesEach = 30;
const ordersEachRound = 4;
export const payersEachRound = 3;

/** Inserts the people and things of a siege. `rounds` says for how many rounds it has to last. */
export async function insertFixtures(db: Db, rounds: number): Promise<Fixtures> {
  let people = 0;
  const join = async (traits: PersonTraits): Promise<Member> => {
    const nth = people++;
    const person = await insertPerson(db, traits, { secret: testSecret });
    return { ...person, address: `10.${1 + (nth >> 8)}.${nth & 255}.7` };
  };
  const many = async <T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let nth = 0; nth < count; nth++) made.push(await make(nth));
    return made;
  };
  const teacher = await join({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  const admin = await join({ role: 'admin', name: 'Rosa Ríos' });
  const students = await many(24, () => join({ tier: 'premium', coins: 500_000 }));
  // The server sends letters, so practice pays proved people alone. A telephone brings no letters along.
  const phones = students.map(({ id: userId }, nth) => ({ userId, number: `+52555500${1000 + nth}` }));
  await db.insertInto('phones').values(phones).execute();
  const password = await hashPassword(goodPassword);
  const revokedMembers = await many(rounds, async (nth): Promise<RevokedMember> => {
    const how = revocations[nth % revocations.length] ?? 'sessions';
    const member = await join(how === 'demotion' ? { role: 'teacher', verified: true } : {});
    const method = { userId: member.id, providerId: 'credential', accountId: member.id, password };
    await db.insertInto('signInMethods').values(method).execute();
    return { ...member, how, elsewhere: await insertSession(db, member.id, testSecret) };
  });
  const buyers = await many(8, () => join({ coins: 900_000 }));
  const makeOrder = async (nth: number) => {
    const buyer = buyers[nth % buyers.length]!;
    const { rows } = await sql<{ bought: { order: { id: string; price: number } } }>`
      select buy_item(${buyer.id}, 'premium-material') as bought`.execute(db);
    if (!rows[0]) throw new Error('an order was not made');
    const { id, price } = rows[0].bought.order;
    return { id, price };
  };
  const claimants = await many(rounds + 1, async () => {
    const claimant = await join({});
    await db.updateTable('users').set({ emailVerified: true }).where('id', '=', claimant.id).execute();
    return claimant;
  });
  const payers = await many((rounds + 1) * payersEachRound, () => join({}));
  const soon = new Date(Date.now() + 10 * dayMs);
  const comingClass = (maxStudents: number) =>
    insertClass(db, teacher, { startsAt: soon, maxStudents, title: 'Conversación' });
  const begun = await many(Math.ceil(rounds / 2) + 1, async (nth) => {
    const startsAt = new Date(Date.now() - 30 * 60_000);
    const id = await insertClass(db, teacher, { startsAt, maxStudents: 12, title: 'La de hoy' });
    const there = students.slice((nth * 4) % 24, ((nth * 4) % 24) + 4);
    await insertSeats(db, id, ...there);
    return { id, students: there };
  });
  const noticesOf = new Map<string, string[]>();
  for (const { id: userId } of students) {
    const ids = Array.from({ length: noticesEach }, () => randomUUID());
    const rows = ids.map((id) => ({ id, userId, kind: 'teachers.approved' }));
    await db.insertInto('notifications').values(rows).execute();
    noticesOf.set(userId, ids);
  }
  return {
    students,
    teacher,
    admin,
    revokedMembers,
    payers,
    claimants,
    roleSubjects: await many(4, () => join({})),
    orders: await many((rounds + 1) * ordersEachRound, makeOrder),
    reserved: { roleSubjects: await many(2, () => join({})), orders: await many(rounds + 4, makeOrder) },
    videos: await many(12, () => insertVideo(db)),
    smallClasses: await many(4, () => comingClass(3)),
    contendedClasses: await many(rounds + 1, () => comingClass(3)),
    largeClasses: await many(4, () => comingClass(40)),
    ownClasses: await many(4 + rounds, async (nth) => {
      const id = await comingClass(10);
      await insertSeats(db, id, ...students.slice(nth % 12, (nth % 12) + 3));
      return id;
    }),
    begunClasses: begun,
    noticesOf,
  };
}
