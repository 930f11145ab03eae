import { sql } from 'kysely';
import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listReportsOf as operation, Said } from './contract.ts';
import { isWaiting } from './is-waiting.ts';
import { may } from './permissions.ts';
import { type ReportSubject, subjectOf } from './report-subject.ts';

export const latestFirst = keyset('desc', { 'report.createdAt': 'instant', 'report.id': 'uuid' });

/** What is read of a `report` by a `person`. */
export const saidColumns = sql`report.id, report.reason, report.words, report.shown, person.name as by,
  to_char(report.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", ${latestFirst.key}`;

/** @throws Refusal signInFirst, notAllowed, ownMatter, badInput for a malformed cursor */
export async function listReportsOf(
  ctx: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject }: ReceivedOf<typeof operation>['params'],
  { settledAt, cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'settle'));
  const described = await subjectOf(subjects, kind).describe(ctx, [subject]);
  await refuseOwnMatter(ctx, described.get(subject)?.owners ?? []);
  const decided = settledAt ? sql`report.settled_at = ${settledAt}::timestamptz` : isWaiting;
  const { rows } = await sql<Said & Keyed>`
    select ${saidColumns}
    from reports report join users person on person.id = report.reporter_id
    where report.subject_kind = ${kind} and report.subject_id = ${subject} and ${decided}
      and ${latestFirst.after(cursor)}
    order by ${latestFirst.order} limit ${limit + 1}`.execute(ctx.db);
  return pageOf(rows, limit, (row) => row);
}
