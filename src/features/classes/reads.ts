import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { dayAround } from '#shared/wall-clock.ts';
import {
  selectManagedClasses,
  selectOwnClasses,
  selectVisibleClasses,
  toCard,
  toManaged,
} from './class-rows.ts';
import type * as contract from './contract.ts';
import { may } from './permissions.ts';

type QueryOf<Op> = NonNullable<ReceivedOf<Op>['query']>;
type Window = QueryOf<typeof contract.listManagedClasses>;

/** More than any community holds in one day. */
const mostInADay = 200;

/** The reader's classes by start; without `from`, those that have not ended. */
export async function listClasses(
  ctx: Ctx,
  { kind, ...window }: QueryOf<typeof contract.listClasses>,
): Promise<AnswerOf<typeof contract.listClasses>> {
  const actor = memberOf(ctx.actor);
  let query = selectVisibleClasses(ctx, actor)
    .where(within(window))
    .limit(window.limit + 1);
  if (kind) query = query.where('classes.kind', '=', kind);
  if (!window.from) query = query.where(notEndedAt(ctx.now));
  return pageOf(await query.execute(), window.limit, (row) => toCard(row, actor, ctx.now));
}

/** What happens during the reader's own day, also what is over by now. */
export async function listTodaysClubs(
  ctx: Ctx,
  { kind }: QueryOf<typeof contract.listTodaysClubs>,
): Promise<AnswerOf<typeof contract.listTodaysClubs>> {
  const actor = memberOf(ctx.actor);
  const { day, from, to } = dayAround(ctx.now, actor.zone);
  const rows = await selectVisibleClasses(ctx, actor)
    .where('classes.startsAt', '>=', from)
    .where('classes.startsAt', '<', to)
    .where('classes.kind', '=', kind)
    .limit(mostInADay)
    .execute();
  return { day, zone: actor.zone, items: rows.map((row) => toCard(row, actor, ctx.now)) };
}

/** One class as its reader may see it; refused with 404 where they may not. */
export async function readClass(ctx: Ctx, id: string): Promise<AnswerOf<typeof contract.readClass>> {
  const actor = memberOf(ctx.actor);
  const row = await selectVisibleClasses(ctx, actor).where('classes.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return toCard(row, actor, ctx.now);
}

/** What is over and the reader had a seat in, newest first. */
export async function listPastClasses(
  ctx: Ctx,
  { cursor, limit }: QueryOf<typeof contract.listPastClasses>,
): Promise<AnswerOf<typeof contract.listPastClasses>> {
  const actor = memberOf(ctx.actor);
  let query = selectOwnClasses(ctx, actor)
    .where(
      sql<boolean>`classes.starts_at + classes.duration_minutes * interval '1 minute' <= ${ctx.now}::timestamptz`,
    )
    .limit(limit + 1);
  if (cursor) query = query.where(next('<', cursor));
  return pageOf(await query.execute(), limit, (row) => toCard(row, actor, ctx.now));
}

/** What the reader organises, past classes too. */
export async function listManagedClasses(
  ctx: Ctx,
  window: Window,
): Promise<AnswerOf<typeof contract.listManagedClasses>> {
  const actor = memberOf(ctx.actor);
  const refusal = may(actor, 'organise');
  if (refusal) throw new Refusal(refusal);
  let query = selectManagedClasses(ctx, actor)
    .where(within(window))
    .limit(window.limit + 1);
  if (actor.role !== 'admin') query = query.where('classes.createdBy', '=', actor.userId);
  return pageOf(await query.execute(), window.limit, (row) => toManaged(row, actor, ctx.now));
}

/** One class as its organiser sees it; for use cases that have just written it. */
export async function readManagedClass(ctx: Ctx, id: string): Promise<contract.ManagedClass> {
  const actor = memberOf(ctx.actor);
  const row = await selectManagedClasses(ctx, actor).where('classes.id', '=', id).executeTakeFirstOrThrow();
  return toManaged(row, actor, ctx.now);
}

/** The start alone would not use the index for "not ended": no class is longer than eight hours. */
function notEndedAt(now: Date) {
  return sql<boolean>`(classes.starts_at > ${now}::timestamptz - interval '8 hours'
    and classes.starts_at + classes.duration_minutes * interval '1 minute' > ${now}::timestamptz)`;
}

function within({ from, to, cursor }: Omit<Window, 'limit'>): RawBuilder<boolean> {
  const conditions = [
    ...(from ? [sql`classes.starts_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`classes.starts_at < ${new Date(to)}`] : []),
    ...(cursor ? [next('>', cursor)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

const lastKey = z.tuple([z.iso.datetime(), z.uuid()]);

/** What stands after a page's last row, in lists by start (`>`) or the last first (`<`). */
function next(direction: '>' | '<', cursor: string): RawBuilder<boolean> {
  const key = lastKey.safeParse(decodeCursor(cursor, 2));
  if (!key.success) throw new Refusal(commonRefusals.badInput, { field: 'cursor' });
  const [startsAt, id] = key.data;
  return sql`(classes.starts_at, classes.id) ${sql.raw(direction)} (${startsAt}::timestamptz, ${id}::uuid)`;
}

/** `rows` holds one more than `limit` where there is a next page. */
function pageOf<Row extends { startsAt: Date; id: string }, Item>(
  rows: Row[],
  limit: number,
  shape: (row: Row) => Item,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last;
  return {
    items: shown.map(shape),
    nextCursor: more ? encodeCursor([last.startsAt.toISOString(), last.id]) : null,
  };
}
