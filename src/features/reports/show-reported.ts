import { publishToAdministrators } from '#features/audit/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { showReported as operation } from './contract.ts';
import { may } from './permissions.ts';
import { type ReportSubject, subjectOf } from './report-subject.ts';

/**
 * An administrator shows again what was hidden after a report, by the function and with the audit of the thing's
 * feature.
 * @throws Refusal signInFirst, notAllowed, notFound for a thing that is gone or is shown again on a page of its own
 */
export async function showReported(
  outer: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject }: ReceivedOf<typeof operation>['params'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'settle'));
  const { show, describe } = subjectOf(subjects, kind);
  return inTransaction(outer, async (ctx) => {
    if (!show || !(await describe(ctx, [subject])).has(subject)) throw new Refusal(commonRefusals.notFound);
    await show(ctx, subject);
    await publishToAdministrators(ctx, 'reports.changed');
    return { isShown: true };
  });
}
