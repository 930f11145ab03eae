import type { Ctx } from '#server/ctx.ts';
import type { AgeGroup, Tier } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Status } from './contract.ts';
import type { Subject } from './permissions.ts';
import type { Seats } from './rules.ts';

/** What deciding about a seat takes. */
export type ClassState = Subject & Seats & { startsAt: Date; status: Status };

/**
 * A class as it stands, and whether that person has a seat in it; it may be otherwise a moment later.
 * Refuses with 404 when there is no such class.
 */
export async function glanceAtClass({ db }: Ctx, classId: string, userId: string): Promise<ClassState> {
  const row = await selectState(db, classId)
    .select(({ exists }) => exists(selectSeat(db, classId, userId)).as('isEnrolled'))
    .executeTakeFirst();
  return stateOf(row, Boolean(row?.isEnrolled));
}

/**
 * The same, and holds the class's row until the transaction ends: nobody enrols, leaves or deletes
 * meanwhile. The seat is read in a second statement on purpose: the first may have waited for the row, and
 * would still see the seats as they were before it waited.
 */
export async function lockClass({ db }: Ctx, classId: string, userId: string): Promise<ClassState> {
  const row = await selectState(db, classId).forUpdate().executeTakeFirst();
  const seat = row && (await selectSeat(db, classId, userId).executeTakeFirst());
  return stateOf(row, seat !== undefined);
}

function selectState(db: Ctx['db'], classId: string) {
  return db
    .selectFrom('classes')
    .select([
      'createdBy',
      'startsAt',
      'status',
      'requiredTier',
      'language',
      'targetAudience',
      'maxStudents',
      'seatsTaken',
    ])
    .where('id', '=', classId);
}

function selectSeat(db: Ctx['db'], classId: string, userId: string) {
  return db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('classId', '=', classId)
    .where('userId', '=', userId);
}

type StateRow = Awaited<ReturnType<ReturnType<typeof selectState>['executeTakeFirst']>>;

function stateOf(row: StateRow, isEnrolled: boolean): ClassState {
  if (!row) throw new Refusal(commonRefusals.notFound);
  return {
    ...row,
    status: row.status as Status,
    requiredTier: row.requiredTier as Tier,
    targetAudience: row.targetAudience as AgeGroup,
    isEnrolled,
  };
}
