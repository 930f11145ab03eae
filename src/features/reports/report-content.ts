import { sql } from 'kysely';
import { refuseUnprovedContact } from '#features/accounts/refuse-unproved.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, refuse } from '#shared/refusal.ts';
import { utcDay } from '#shared/time/calendar-days.ts';
import type { reportContent as operation } from './contract.ts';
import { may } from './permissions.ts';
import { type ReportSubject, subjectOf } from './report-subject.ts';
import { reportLimit } from './rules.ts';

/**
 * A member reports something that they see. While an earlier report of theirs about it is open, this one replaces it,
 * from now on: an administrator who read the earlier one has not read this. Accounts with made-up addresses report
 * nothing: each could report twenty things a day. A kid whose guardian consented reports without a mailbox of their
 * own.
 * @throws Refusal signInFirst, confirmEmailFirst, notFound, tooMany
 */
export async function reportContent(
  outer: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject, reason, words }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'report'));
  const member = memberOf(outer.actor);
  refuseUnprovedContact(member);
  const { userId } = member;
  const { id, shown = null } = await subjectOf(subjects, kind).find(outer, subject);
  // A count of each day (UTC): one count would go on from day to day for a member who reports something every day.
  await countAttempt(outer, `report|${userId}|${utcDay(outer.now)}`, reportLimit);
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    await sql`
      insert into reports (reporter_id, subject_kind, subject_id, reason, words, shown, created_at)
      values (${userId}, ${kind}, ${id}, ${reason}, ${words}, ${shown}, ${ctx.now})
      on conflict (reporter_id, subject_kind, subject_id) where status = 'open'
      do update set reason = excluded.reason, words = excluded.words, shown = excluded.shown,
        created_at = excluded.created_at`.execute(ctx.db);
    await publishToAdministrators(ctx, 'reports.changed');
    return { reported: true };
  });
}
