import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { groupCommit } from '#server/db/group-commit.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import type { enrolInClass as operation } from '../contract.ts';
import { lockClass, lockFreeClasses } from '../lock-class.ts';
import { type Bookings, refuseSeat } from './enrol-rules.ts';
import { readBookings, readLastingBookings } from './read-bookings.ts';
import { takeSeat } from './take-seat.ts';

type Enrolment = AnswerOf<typeof operation>;
type EnrolRequest = { ctx: Ctx; classId: string; seenStart: Date | undefined };

/**
 * Enrols the actor in a class. There are never more students than seats, and one seat a student: enrolling and
 * leaving lock the class row, so the counted seats are exact; the constraint `seats_fit` and the primary key refuse
 * what the code forgets. A student with a seat keeps it without an error, whatever has changed since (a lower tier, a
 * full class). A seat that was offered to the student becomes an enrolment, and one that is held for a payment once
 * their tier is sufficient. A student whose booking of clubs is paused, or who has booked as many as they may, gets no
 * seat in one; both are read with the profile locked, which recording an absence and booking a club lock too. Refused
 * while a thousand enrolments wait. A new enrolment is refused where the class, once its row is locked, starts at
 * another time than `seenStart`, which the student saw.
 */
export async function enrolInClass(ctx: Ctx, classId: string, seenStart?: Date): Promise<Enrolment> {
  memberOf(ctx.actor);
  const outcome = await enrolInGroup(ctx.db, { ctx, classId, seenStart });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** When many students enrol at once, one transaction locks their classes, decides in turn and takes their seats. */
const enrolInGroup = groupCommit<EnrolRequest, Enrolment | Refusal>({
  keyOf: ({ ctx, classId }) => `${memberOf(ctx.actor).userId} ${classId}`,
  runBatch: (db, requests) =>
    inTransaction({ ...(requests[0] as EnrolRequest).ctx, db }, (ctx) => enrolBatch(ctx, requests)),
  runAlone: (db, { ctx, ...asked }) => enrolAlone({ ...ctx, db }, asked),
});

async function enrolBatch(
  transaction: Ctx,
  requests: readonly EnrolRequest[],
): Promise<(Enrolment | Refusal | null)[]> {
  const userIds = requests.map(({ ctx }) => memberOf(ctx.actor).userId);
  const stateFor = await lockFreeClasses(
    transaction,
    requests.map(({ classId }) => classId),
    userIds,
  );
  const students = await lockFreeProfiles(transaction, userIds);
  const bookings = await readBookings(
    transaction,
    requests.flatMap(({ ctx, classId }) => {
      const { userId } = memberOf(ctx.actor);
      return stateFor(classId, userId)?.kind === 'club' ? [userId] : [];
    }),
  );
  const seats = new Map<string, { classId: string; userId: string }>();
  const newIn = new Map<string, number>();
  const waitNoMoreIn = new Map<string, number>();
  const answers = requests.map(({ ctx, classId, seenStart }) => {
    const { userId } = memberOf(ctx.actor);
    const before = stateFor(classId, userId);
    if (!before || before.isHeld || !students.has(userId)) return null;
    const seatKey = `${classId} ${userId}`;
    const isEnrolled = before.isEnrolled || seats.has(seatKey);
    const seatsTaken = before.seatsTaken + (newIn.get(classId) ?? 0);
    const waitingCount = before.waitingCount - (waitNoMoreIn.get(classId) ?? 0);
    if (isEnrolled) return { classId, isEnrolled, seatsTaken };
    const booked = (before.kind === 'club' && bookings.get(userId)) || { paused: null };
    const refusal = refuseSeat(
      'enrol',
      ctx.actor,
      { ...before, seatsTaken, waitingCount },
      { ...booked, now: ctx.now, seenStart },
    );
    if (refusal) return refusal;
    seats.set(seatKey, { classId, userId });
    addOne(newIn, classId);
    if (before.waitingPlace !== null) addOne(waitNoMoreIn, classId);
    else if (before.kind === 'club') bookings.set(userId, withOneMore(booked, before.startsAt));
    return { classId, isEnrolled: true, seatsTaken: seatsTaken + 1 };
  });
  if (seats.size > 0) {
    const rows = [...seats.values()];
    await transaction.db
      .insertInto('classEnrollments')
      .columns(['classId', 'userId'])
      .expression(
        sql`select * from unnest(${rows.map(({ classId }) => classId)}::uuid[], ${rows.map(({ userId }) => userId)}::uuid[])`,
      )
      .execute();
    await publish(transaction, ...[...newIn.keys()].map((subject) => ({ kind: 'classes.changed', subject })));
  }
  return answers;
}

function withOneMore({ paused, ahead }: Bookings, start: Date): Bookings {
  return { paused, ...(ahead && { ahead: { ...ahead, starts: [...ahead.starts, start] } }) };
}

function addOne(counts: Map<string, number>, classId: string): void {
  counts.set(classId, (counts.get(classId) ?? 0) + 1);
}

/**
 * Keeps the age group and the bookings of these students until the commit. The trigger of a new seat locks a profile
 * too, and would wait for one that another transaction has locked. Returns the students whose profile is free.
 */
async function lockFreeProfiles({ db }: Ctx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('profiles')
    .select('userId')
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('userId')
    .forUpdate()
    .skipLocked()
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** In a transaction of its own, which waits for the class, also with a held seat. */
function enrolAlone(outer: Ctx, { classId, seenStart }: Omit<EnrolRequest, 'ctx'>): Promise<Enrolment> {
  return inTransaction(outer, async (ctx) => {
    const { userId } = memberOf(ctx.actor);
    const liveClass = await lockClass(ctx, classId, userId);
    const { isEnrolled, seatsTaken } = liveClass;
    if (isEnrolled) return { classId, isEnrolled, seatsTaken };
    const bookings = await readLastingBookings(ctx, userId, liveClass);
    const refusal = refuseSeat('enrol', ctx.actor, liveClass, { ...bookings, now: ctx.now, seenStart });
    if (refusal) throw refusal;
    await takeSeat(ctx, { classId, userId }, liveClass);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, isEnrolled: true, seatsTaken: liveClass.seat ? seatsTaken : seatsTaken + 1 };
  });
}
