import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import {
  classEnd,
  firstToStart,
  lastToStart,
  longestClassMs,
  selectListedClasses,
  selectManagedClasses,
  selectOwnClasses,
  selectVisibleClasses,
  startsWithin,
  toCard,
  toManaged,
} from '../class-rows.ts';
import type * as contract from '../contract.ts';
import { may } from '../permissions.ts';

type QueryOf<Op> = NonNullable<ReceivedOf<Op>['query']>;

export type ClassesQuery = QueryOf<typeof contract.listClasses>;
export type ClassesPage = AnswerOf<typeof contract.listClasses>;
export type TodaysClassesQuery = QueryOf<typeof contract.listTodaysClasses>;
export type TodaysClassesPage = AnswerOf<typeof contract.listTodaysClasses>;

/** More classes than a community holds in one day. */
const mostInADay = 200;

/** The reader's classes by start; without `from`, those of their day and later ones. */
export async function listClasses(ctx: Ctx, query: ClassesQuery): Promise<ClassesPage> {
  const actor = memberOf(ctx.actor);
  const rows = await selectWindow(ctx, query)
    .select(firstToStart.key)
    .limit(query.limit + 1)
    .execute();
  return pageOf(rows, query.limit, (row) => toCard(row, actor, ctx.now));
}

/** The classes that `listClasses` reads from its cursor on, by start. */
export function selectWindow(ctx: Ctx, { from, to, cursor, limit: _, ...filter }: ClassesQuery) {
  return selectListedClasses(ctx, memberOf(ctx.actor), filter).where(isInWindow(ctx, { from, to, cursor }));
}

/** Whether the class of the surrounding query starts in the window of this list, after its cursor. */
export function isInWindow(
  { actor, now }: Ctx,
  { from, to, cursor }: Pick<ClassesQuery, 'from' | 'to' | 'cursor'>,
): RawBuilder<boolean> {
  const today = from ? sql<boolean>`true` : fromTodayOn(now, memberOf(actor).zone);
  return sql<boolean>`(${startsWithin({ from, to })} and ${firstToStart.after(cursor)} and ${today})`;
}

/** The classes of the reader's own day, also those that have ended, and one of last night until it ends. */
export async function listTodaysClasses(ctx: Ctx, filter: TodaysClassesQuery): Promise<TodaysClassesPage> {
  const actor = memberOf(ctx.actor);
  const { day, to } = dayAround(ctx.now, actor.zone);
  const rows = await selectToday(ctx, filter).limit(mostInADay).execute();
  const items = rows.map((row) => toCard(row, actor, ctx.now));
  return { day, zone: actor.zone, endsAt: to.toISOString(), items };
}

/** The classes that `listTodaysClasses` reads, by start. */
export function selectToday(ctx: Ctx, filter: TodaysClassesQuery) {
  return selectListedClasses(ctx, memberOf(ctx.actor), filter).where(isToday(ctx));
}

/** Whether the class of the surrounding query is one of the reader's own day. */
export function isToday({ actor, now }: Ctx): RawBuilder<boolean> {
  const { zone } = memberOf(actor);
  const { to } = dayAround(now, zone);
  return sql<boolean>`(${fromTodayOn(now, zone)} and classes.starts_at < ${to})`;
}

/**
 * One class as the reader sees it. One in which they had a seat opens once it is over, as their list of past classes
 * shows it, also where it is for another age group than theirs by now: they are asked to rate it.
 * @throws Refusal notFound, also for a class that the reader may not see
 */
export async function readClass(ctx: Ctx, id: string): Promise<AnswerOf<typeof contract.readClass>> {
  const actor = memberOf(ctx.actor);
  const row =
    (await selectVisibleClasses(ctx, actor).where('classes.id', '=', id).executeTakeFirst()) ??
    (await selectOwnClasses(ctx, actor)
      .where('classes.id', '=', id)
      .where(sql<boolean>`(${classEnd} <= ${ctx.now}::timestamptz or classes.roll_closed_at is not null)`)
      .executeTakeFirst());
  if (!row) throw new Refusal(commonRefusals.notFound);
  return toCard(row, actor, ctx.now);
}

/** The ended and cancelled classes in which the reader had a seat, newest first. */
export async function listPastClasses(
  ctx: Ctx,
  { cursor, limit }: QueryOf<typeof contract.listPastClasses>,
): Promise<AnswerOf<typeof contract.listPastClasses>> {
  const actor = memberOf(ctx.actor);
  const rows = await selectOwnClasses(ctx, actor)
    .select(lastToStart.key)
    .where(sql<boolean>`${classEnd} <= ${ctx.now}::timestamptz`)
    .where(lastToStart.after(cursor))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => toCard(row, actor, ctx.now));
}

/**
 * One class as its organiser sees it.
 * @throws Refusal signInFirst, notAllowed, notFound also for another teacher's class
 */
export async function readManagedClass(ctx: Ctx, id: string): Promise<contract.ManagedClass> {
  refuse(may(ctx.actor, 'organise'));
  const actor = memberOf(ctx.actor);
  const row = await selectManagedClasses(ctx, actor).where('classes.id', '=', id).executeTakeFirst();
  if (!row || may(actor, 'manage', row)) throw new Refusal(commonRefusals.notFound);
  return toManaged(row, actor, ctx.now);
}

/**
 * Starts on the reader's day or later, or has not ended. The first condition uses the index of starts, because no class
 * is longer than eight hours.
 */
function fromTodayOn(now: Date, zone: string) {
  const { from: midnight } = dayAround(now, zone);
  const earliest = new Date(Math.min(midnight.getTime(), now.getTime() - longestClassMs));
  return sql<boolean>`(classes.starts_at >= ${earliest}::timestamptz and (classes.starts_at >= ${midnight}::timestamptz
    or ${classEnd} > ${now}::timestamptz))`;
}
