import { type RawBuilder, sql } from 'kysely';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { pausedUntil } from '../absences/absence-rules.ts';
import { countedColumn, toCounted } from '../absences/read-pause.ts';
import type { Kind } from '../contract.ts';
import { type Bookings, bookedUpUntil } from './enrol-rules.ts';

/** `Bookings` as a column, which `toBookings` reads; `userId` is a value or a column of the surrounding query. */
export function bookingsColumn(userId: RawBuilder<string>, now: Date): RawBuilder<BookingsColumn> {
  return sql<BookingsColumn>`(select jsonb_build_object('counted', ${countedColumn(userId, now)}, 'most', clubs_ahead,
    'starts', (select coalesce(jsonb_agg(starts_at), '[]') from classes as ahead
      where kind = 'club' and status = 'scheduled' and starts_at > ${now}::timestamptz and id = any (array(
        select class_id from class_enrollments
          where user_id = ${userId} and (payment_id is null or held_until is not null)
        union all select class_id from class_waiting where user_id = ${userId})))) from class_rules)`;
}
type BookingsColumn = {
  counted: Parameters<typeof toCounted>[0];
  most: number;
  starts: readonly string[];
};

export function toBookings({ counted, most, starts }: BookingsColumn, now: Date): Bookings {
  const { rules, recorded } = toCounted(counted);
  const ahead = { starts: starts.map((start) => new Date(start)), most };
  return { paused: pausedUntil(recorded, rules, now), ahead };
}

/** The bookings of each of these people. */
export async function readBookings(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<Map<string, Bookings>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${userIds}::uuid[])`.as<'person'>(sql`person(id)`))
    .select(['person.id', bookingsColumn(sql`person.id`, now).as('bookings')])
    .execute();
  return new Map(rows.map(({ id, bookings }) => [id, toBookings(bookings, now)]));
}

/** Whether a student may book one club more, as far as their other bookings and absences decide. */
export function mayBookClubs({ paused, ahead }: Bookings): boolean {
  return paused === null && bookedUpUntil(ahead) === null;
}

/**
 * The bookings of a person who is about to take a seat or a place in the waiting list of this class, in the transaction
 * that gives it; none for a class that is no club. Their profile is locked until the commit: recording an absence and
 * booking another club lock it too, so what they record meanwhile is seen, or comes later. The caller has locked the
 * class row before; `lockProfiles` names the acts that lock in the other order.
 */
export async function readLastingBookings(
  ctx: Ctx,
  userId: string,
  { kind }: { kind: Kind },
): Promise<Bookings> {
  if (kind !== 'club') return { paused: null };
  await lockProfiles(ctx, [userId]);
  return (await readBookings(ctx, [userId])).get(userId)!;
}
