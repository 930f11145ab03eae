import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { lacksTeacher } from './hand-over/lacks-teacher.ts';
import type { SeatFacts, WaitingList } from './seats/enrol-rules.ts';
import type { ClassRules } from './set-rules/class-rules.ts';
import { rulesColumn } from './set-rules/rules-column.ts';
import { waitingCount, waitingPlace } from './waiting/waiting-columns.ts';

/**
 * A person's row in `class_enrollments`. With `heldUntil` it is no enrolment yet: it waits for its payment or, without
 * one, was offered to a student of the waiting list.
 */
export type Seat = {
  heldUntil: Date | null;
  paymentId: string | null;
  attended: boolean | null;
  givenLate: boolean;
  enrolledAt: Date;
  agreedAt: Date;
  /** When its student first opened the meeting through Sumi. */
  enteredAt: Date | null;
};

/** What the use cases need to decide about a class. */
export type ClassState = SeatFacts & {
  id: string;
  title: string;
  /** When it was last given another start, less time or another language. */
  movedAt: Date | null;
  zone: string;
  durationMinutes: number;
  language: LanguageCode | null;
  seriesId: string | null;
  /** The day that its series has for it. */
  seriesDay: string | null;
  /** Its series changes it no more. */
  changedAlone: boolean;
  version: number;
  /** When attendance was closed; null while it is open. */
  rollClosedAt: Date | null;
  currency: string;
  meetLink: string | null;
  /** The class shows it only as a club. */
  promptCard: string | null;
  /** The seat of the person, held or not; null without one. */
  seat: Seat | null;
  /** The numbers that administrators set. */
  rules: ClassRules;
};

const seatColumns = [
  'seat.userId',
  'seat.heldUntil',
  'seat.paymentId',
  'seat.attended',
  'seat.givenLate',
  'seat.enrolledAt',
  'seat.agreedAt',
  'seat.enteredAt',
] as const;

/**
 * Reads a class and the seat of a person, if one is given, without a lock, so both may change a moment later.
 * @throws Refusal notFound
 */
export async function readClassState(ctx: Ctx, classId: string, userId: string | null): Promise<ClassState> {
  const [liveClass] = await readClassStates(ctx, sql`classes.id = ${classId}`, userId);
  if (!liveClass) throw new Refusal(commonRefusals.notFound);
  return liveClass;
}

/**
 * Reads the same and locks the class row until the transaction ends: no other transaction enrols, leaves, changes,
 * cancels or deletes meanwhile.
 * @throws Refusal notFound
 */
export async function lockClass(ctx: Ctx, classId: string, userId: string | null): Promise<ClassState> {
  const [liveClass] = await lockClasses(ctx, sql`classes.id = ${classId}`, userId);
  if (!liveClass) throw new Refusal(commonRefusals.notFound);
  return liveClass;
}

/**
 * Reads each class for which a condition over `classes` holds as `readClassState` does, by start.
 */
export async function readClassStates(
  { db }: Ctx,
  condition: RawBuilder<boolean>,
  userId: string | null,
): Promise<ClassState[]> {
  const rows = await selectState(db)
    .leftJoin('classEnrollments as seat', (join) =>
      join.onRef('seat.classId', '=', 'classes.id').on('seat.userId', '=', userId),
    )
    .select([
      ...seatColumns,
      waitingCount('classes.id').as('waitingCount'),
      waitingPlace('classes.id', userId).as('waitingPlace'),
    ])
    .where(condition)
    .orderBy('classes.startsAt')
    .orderBy('classes.id')
    .execute();
  return rows.map((row) => stateOf(row, row));
}

/**
 * Reads the same and locks the classes. All acts on several classes lock them in the order of their ids, so that no two
 * deadlock. A second statement reads them on purpose: the first may have waited for a row, and its snapshot shows seats
 * and waiting lists as they were before it waited.
 */
export async function lockClasses(
  ctx: Ctx,
  condition: RawBuilder<boolean>,
  userId: string | null,
): Promise<ClassState[]> {
  const locked = await ctx.db
    .selectFrom('classes')
    .select('id')
    .where(condition)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = locked.map(({ id }) => id);
  return readClassStates(ctx, sql`classes.id = any(${ids}::uuid[])`, userId);
}

/**
 * Locks several classes and reads them with the seats that these people have in any of them. A class that another
 * transaction has locked is left out, because this never waits. One statement reads the seats: a seat that another
 * transaction took just before violates the primary key when it is inserted again. The waiting lists are read once the
 * classes are locked.
 */
export async function lockFreeClasses(
  { db }: Ctx,
  classIds: readonly string[],
  userIds: readonly string[],
): Promise<LockedClasses> {
  const rows = await selectState(db)
    .leftJoin('classEnrollments as seat', (join) =>
      join.onRef('seat.classId', '=', 'classes.id').on(sql<boolean>`seat.user_id = any(${userIds}::uuid[])`),
    )
    .select(seatColumns)
    .where(sql<boolean>`classes.id = any(${classIds}::uuid[])`)
    .orderBy('classes.id')
    .forUpdate('classes')
    .skipLocked()
    .execute();
  const waiting = await db
    .selectFrom('classWaiting')
    .select(['classId', 'userId'])
    .where(sql<boolean>`class_id = any(${classIds}::uuid[])`)
    .orderBy('turn')
    .execute();
  const byClass = Map.groupBy(rows, ({ id }) => id);
  const waitingIn = Map.groupBy(waiting, ({ classId }) => classId);
  return (classId, userId) => {
    const found = byClass.get(classId) ?? [];
    const [liveClass] = found;
    if (!liveClass) return null;
    const queue = waitingIn.get(classId) ?? [];
    const place = queue.findIndex((each) => each.userId === userId);
    const seat = found.find((row) => row.userId === userId) ?? noSeat;
    const waitingPlace = place === -1 ? null : place + 1;
    return stateOf(liveClass, { ...seat, waitingCount: queue.length, waitingPlace });
  };
}

const noSeat = {
  userId: null,
  heldUntil: null,
  paymentId: null,
  attended: null,
  givenLate: null,
  enrolledAt: null,
  agreedAt: null,
  enteredAt: null,
};

/** The state of a locked class for a person; null for a class that is not locked. */
export type LockedClasses = (classId: string, userId: string) => ClassState | null;

function selectState(db: Ctx['db']) {
  return db
    .selectFrom('classes')
    .select([
      'classes.id',
      'classes.createdBy',
      'classes.kind',
      'classes.title',
      'classes.movedAt',
      'classes.startsAt',
      'classes.zone',
      'classes.durationMinutes',
      'classes.language',
      'classes.seriesId',
      'classes.seriesDay',
      'classes.changedAlone',
      'classes.status',
      'classes.version',
      'classes.rollClosedAt',
      'classes.requiredTier',
      'classes.targetAudience',
      'classes.maxStudents',
      'classes.seatsTaken',
      'classes.priceCents',
      'classes.currency',
      'classes.meetLink',
      'classes.promptCard',
      lacksTeacher.as('lacksTeacher'),
      rulesColumn.as('rules'),
    ]);
}

type StateRow = Awaited<ReturnType<ReturnType<typeof selectState>['executeTakeFirstOrThrow']>>;

/** The person's own: every column of the seat is null where they have none. */
type OwnRow = Omit<Seat, 'agreedAt' | 'enrolledAt' | 'givenLate'> &
  WaitingList & {
    userId: string | null;
    agreedAt: Date | null;
    enrolledAt: Date | null;
    givenLate: boolean | null;
  };

/** What a seat that is no enrolment yet is held for. */
export function holdOf(seat: Pick<Seat, 'heldUntil' | 'paymentId'> | null): {
  isHeld: boolean;
  isPaying: boolean;
} {
  const isHeld = seat !== null && seat.heldUntil !== null;
  return { isHeld, isPaying: isHeld && seat.paymentId !== null };
}

function stateOf(row: StateRow, own: OwnRow): ClassState {
  const { userId, heldUntil, paymentId, attended, givenLate, enrolledAt, agreedAt, enteredAt } = own;
  const isThere = userId !== null && enrolledAt !== null && agreedAt !== null && givenLate !== null;
  const seat = isThere
    ? { heldUntil, paymentId, attended, givenLate, enrolledAt, agreedAt, enteredAt }
    : null;
  return {
    ...row,
    seat,
    waitingCount: own.waitingCount,
    waitingPlace: own.waitingPlace,
    isEnrolled: seat !== null && seat.heldUntil === null,
    ...holdOf(seat),
  };
}
