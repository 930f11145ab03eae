import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Status } from './contract.ts';
import type { Subject } from './permissions.ts';
import type { Seats } from './rules.ts';

/** Somebody's row in a class. Held: kept until then for a payment that has not come, and no seat yet. */
export type Seat = { heldUntil: Date | null; paymentId: string | null; attended: boolean | null };

/** What deciding about a class takes. */
export type ClassState = Subject &
  Seats & {
    title: string;
    startsAt: Date;
    zone: string;
    durationMinutes: number;
    status: Status;
    version: number;
    /** What a single seat costs; null: none is sold. */
    priceCents: number | null;
    currency: string;
    /** What the person asked about has; `isEnrolled` says that it is theirs, and not only held. */
    seat: Seat | null;
    /** Their seat is only held: it waits for their payment. */
    isHeld: boolean;
  };

/**
 * A class as it stands, and whether that person has a seat in it; it may be otherwise a moment later.
 * Refuses with 404 when there is no such class.
 */
export async function glanceAtClass({ db }: Ctx, classId: string, userId: string): Promise<ClassState> {
  const row = await selectState(db, classId)
    .leftJoin('classEnrollments as seat', (join) =>
      join.onRef('seat.classId', '=', 'classes.id').on('seat.userId', '=', userId),
    )
    .select(['seat.userId', 'seat.heldUntil', 'seat.paymentId', 'seat.attended'])
    .executeTakeFirst();
  return stateOf(row, row?.userId ? row : undefined);
}

/**
 * The same, and holds the class's row until the transaction ends: nobody enrols, leaves, changes, cancels or
 * deletes meanwhile. The seat is read in a second statement on purpose: the first may have waited for the row,
 * and would still see the seats as they were before it waited.
 */
export async function lockClass({ db }: Ctx, classId: string, userId: string): Promise<ClassState> {
  const row = await selectState(db, classId).forUpdate().executeTakeFirst();
  const seat =
    row &&
    (await db
      .selectFrom('classEnrollments')
      .select(['heldUntil', 'paymentId', 'attended'])
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .executeTakeFirst());
  return stateOf(row, seat);
}

function selectState(db: Ctx['db'], classId: string) {
  return db
    .selectFrom('classes')
    .select([
      'classes.createdBy',
      'classes.title',
      'classes.startsAt',
      'classes.zone',
      'classes.durationMinutes',
      'classes.status',
      'classes.version',
      'classes.requiredTier',
      'classes.language',
      'classes.targetAudience',
      'classes.maxStudents',
      'classes.seatsTaken',
      'classes.priceCents',
      'classes.currency',
    ])
    .where('classes.id', '=', classId);
}

type StateRow = Awaited<ReturnType<ReturnType<typeof selectState>['executeTakeFirst']>>;

function stateOf(row: StateRow, found: Seat | undefined): ClassState {
  if (!row) throw new Refusal(commonRefusals.notFound);
  const seat = found
    ? { heldUntil: found.heldUntil, paymentId: found.paymentId, attended: found.attended }
    : null;
  return {
    ...row,
    seat,
    isEnrolled: seat !== null && seat.heldUntil === null,
    isHeld: seat !== null && seat.heldUntil !== null,
  };
}
