import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Actor, anonymousMember, type Member, memberOf } from '#shared/actor.ts';
import { endOf } from '#shared/time/durations.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import { toCard } from '../class-rows.ts';
import type { ClassCard } from '../contract.ts';
import { doorClosesAt, doorOpensAt, opensToAllWaitingAt } from '../rules.ts';
import { bookingsColumn, mayBookClubs, toBookings } from '../seats/read-bookings.ts';
import { type ClassesPage, type ClassesQuery, isInWindow, selectWindow } from './reads.ts';

/**
 * The tables that the lists of classes are read from. The length of a waiting list is the same for all readers. Their
 * place in it is their own, as are their seats and reviews.
 */
export const classTables = [
  'classes',
  'class_waiting',
  'users',
  'user_roles',
  'profiles',
  'teacher_profiles',
  'class_rules',
] as const;

/** Beside those, the tables with the reader's own seats, absences, reviews and plan, and what is to read of a class. */
export const ownClassTables = [
  'class_enrollments',
  'class_absences',
  'class_reviews',
  'class_notes',
  'class_messages',
  'user_memberships',
] as const;

/**
 * A student with the traits that decide what a list of classes shows, and no person's id. Null for teachers and
 * administrators, who see more of their own classes.
 * @throws Refusal for a visitor
 */
export function cacheAsStudent(actor: Actor): Member | null {
  const { role, verifiedTeacher, tier, ageGroup, guardianConsent, languages, zone } = memberOf(actor);
  if (role !== 'student' || verifiedTeacher) return null;
  return { ...anonymousMember, tier, ageGroup, guardianConsent, languages: [...languages].sort(), zone };
}

/**
 * Until a class of the page begins or ends, or the reader's day does. The last hour before a class changes something
 * only for students who wait, whose class is read as their own.
 */
export function classesExpireAt({ items }: { items: readonly ClassCard[] }, { actor, now }: Ctx): Date {
  const { to: midnight } = dayAround(now, memberOf(actor).zone);
  const turns = items.flatMap((liveClass) => [Date.parse(liveClass.startsAt), endOf(liveClass).getTime()]);
  return new Date(Math.min(midnight.getTime(), ...turns.filter((turn) => turn > now.getTime())));
}

/**
 * Until the clock changes what the reader may do: a waiting list opens, a door opens or closes, an offer or pause ends,
 * a club begins that was one too many.
 */
export function ownClassesExpireAt({ items }: { items: readonly ClassCard[] }, { now }: Ctx): Date | null {
  const turns = items.flatMap(({ startsAt, durationMinutes, kind, rules, ...own }) => {
    const timing = { startsAt: new Date(startsAt), durationMinutes, kind, rules };
    return [
      opensToAllWaitingAt(timing),
      doorOpensAt(timing),
      doorClosesAt(timing),
      ...[own.heldUntil, own.leavesFreeUntil, own.pausedUntil, own.bookedUpUntil].flatMap((end) =>
        end ? [new Date(end)] : [],
      ),
    ];
  });
  const ahead = turns.map((turn) => turn.getTime()).filter((turn) => turn > now.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

/**
 * The page with the reader's seats, places and reviews in it; null where a class is theirs that the page does not have,
 * and while they may book no club, which every club shows.
 */
export async function markOwnClasses(
  ctx: Ctx,
  page: ClassesPage,
  query: ClassesQuery,
): Promise<ClassesPage | null> {
  const own = await findOwnClasses(ctx, isInWindow(ctx, query));
  if (!own) return null;
  const last = page.nextCursor === null ? undefined : page.items.at(-1);
  const rows = selectWindow(ctx, query)
    .where(isOneOf(own))
    .$if(last !== undefined, (shown) =>
      shown.where(
        sql<boolean>`(classes.starts_at, classes.id) <= (${last?.startsAt}::timestamptz, ${last?.id}::uuid)`,
      ),
    );
  return markOwn(ctx, page, own.length === 0 ? [] : await rows.execute());
}

/**
 * The classes of a window that are the reader's in some way: they have a seat or are offered one, wait for one, missed
 * or reviewed it, or taught it once. Each is a look-up in an index. Null while the reader may book no club.
 *
 * A statement of its own, because most readers have no such class, and because PostgreSQL plans the columns of a card
 * for longer than it takes to read them: it plans them once for all where it is given the classes by their ids.
 */
export async function findOwnClasses(
  ctx: Ctx,
  isWanted: RawBuilder<boolean>,
): Promise<readonly string[] | null> {
  const { userId } = memberOf(ctx.actor);
  const { bookings, own } = await ctx.db
    .selectNoFrom([
      bookingsColumn(sql`${userId}`, ctx.now).as('bookings'),
      sql<string[]>`array(select id from classes where ${isWanted} and id = any (array(
        select class_id from class_enrollments where user_id = ${userId}
        union all select class_id from class_waiting where user_id = ${userId}
        union all select class_id from class_absences where user_id = ${userId}
        union all select class_id from class_reviews where user_id = ${userId}
        union all select id from classes taught where created_by = ${userId})))`.as('own'),
    ])
    .executeTakeFirstOrThrow();
  return mayBookClubs(toBookings(bookings, ctx.now)) ? own : null;
}

export function isOneOf(classIds: readonly string[]) {
  return sql<boolean>`classes.id = any(${classIds}::uuid[])`;
}

/** The page with these rows of the reader's own in it; null where it has no place for one. */
export function markOwn<Page extends { items: ClassCard[] }>(
  ctx: Ctx,
  page: Page,
  rows: readonly Parameters<typeof toCard>[0][],
): Page | null {
  if (rows.length === 0) return page;
  const own = new Map(rows.map((row) => [row.id, toCard(row, memberOf(ctx.actor), ctx.now)]));
  const items = page.items.map((card) => {
    const mine = own.get(card.id);
    own.delete(card.id);
    return mine ?? card;
  });
  return own.size === 0 ? { ...page, items } : null;
}
