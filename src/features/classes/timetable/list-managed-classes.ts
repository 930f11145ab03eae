import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { awaitsTeacher, isRollDue } from '../attendance/is-roll-due.ts';
import { lacksLink } from '../browse/lacks-link.ts';
import {
  firstToStart,
  lastToStart,
  notEndedAt,
  selectManagedClasses,
  startsWithin,
  toManaged,
} from '../class-rows.ts';
import type { ManagedFilters, listManagedClasses as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/**
 * A page of the classes that the reader organises, by start; past classes and due rolls newest first.
 * @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor
 */
export async function listManagedClasses(
  ctx: Ctx,
  { from, to, cursor, limit, seats, status, ...filters }: NonNullable<ReceivedOf<typeof operation>['query']>,
): Promise<AnswerOf<typeof operation>> {
  const actor = memberOf(ctx.actor);
  refuse(may(actor, 'organise'));
  const byStart = filters.when === 'past' || filters.roll ? lastToStart : firstToStart;
  let query = selectManagedClasses(ctx, actor)
    .select(byStart.key)
    .where(startsWithin({ from, to }))
    .where(matching(ctx, filters))
    .where(byStart.after(cursor))
    .orderBy(byStart.order)
    .limit(limit + 1);
  if (seats)
    query = query.where('classes.priceCents', 'is not', null).where('classes.status', '<>', 'cancelled');
  if (status) query = query.where('classes.status', '=', status);
  if (actor.role !== 'admin') query = query.where('classes.createdBy', '=', actor.userId);
  return pageOf(await query.execute(), limit, (row) => toManaged(row, actor, ctx.now));
}

/** The filters as one condition over `classes` and its `teacher`. */
function matching(
  { now }: Ctx,
  { search = '', when, teacher, language, tier, kind, roll, link }: ManagedFilters,
) {
  const conditions = [
    hasWords(sql`folded(classes.title || ' ' || teacher.name)`, search),
    ...(when === 'coming' ? [notEndedAt(now)] : []),
    ...(when === 'past' ? [sql`(classes.starts_at <= ${now}::timestamptz and not ${notEndedAt(now)})`] : []),
    ...(teacher === 'none' ? [awaitsTeacher(now)] : []),
    ...(teacher && teacher !== 'none' ? [sql`classes.created_by = ${teacher}`] : []),
    ...(language ? [sql`classes.language = ${language}`] : []),
    ...(tier ? [sql`classes.required_tier = ${tier}`] : []),
    ...(kind ? [sql`classes.kind = ${kind}`] : []),
    ...(roll ? [isRollDue(now)] : []),
    ...(link ? [lacksLink(now)] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
