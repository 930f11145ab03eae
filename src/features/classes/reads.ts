import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { dayAround } from '#shared/wall-clock.ts';
import {
  firstToStart,
  lastToStart,
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
    .select(firstToStart.key)
    .where(within(window))
    .where(firstToStart.after(window.cursor))
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
  const rows = await selectOwnClasses(ctx, actor)
    .select(lastToStart.key)
    .where(
      sql<boolean>`classes.starts_at + classes.duration_minutes * interval '1 minute' <= ${ctx.now}::timestamptz`,
    )
    .where(lastToStart.after(cursor))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => toCard(row, actor, ctx.now));
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
    .select(firstToStart.key)
    .where(within(window))
    .where(firstToStart.after(window.cursor))
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

function within({ from, to }: Pick<Window, 'from' | 'to'>): RawBuilder<boolean> {
  const conditions = [
    ...(from ? [sql`classes.starts_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`classes.starts_at < ${new Date(to)}`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
