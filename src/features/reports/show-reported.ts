import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { showReported as operation } from './contract.ts';
import { may } from './permissions.ts';
import { canBeShown, type ReportSubject, subjectOf } from './report-subject.ts';

/**
 * An administrator shows again what was hidden after a report, by the function and with the audit of the thing's
 * feature.
 * @throws Refusal signInFirst, notAllowed, ownMatter, notFound for a thing that is gone, stays out of sight for other
 * reasons or is shown again on a page of its own
 */
export async function showReported(
  outer: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject }: ReceivedOf<typeof operation>['params'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'settle'));
  const reported = subjectOf(subjects, kind);
  return inTransaction(outer, async (ctx) => {
    const described = (await reported.describe(ctx, [subject])).get(subject);
    const mayShow = described?.isShown || (described && canBeShown(reported, described));
    if (!reported.show || !mayShow) throw new Refusal(commonRefusals.notFound);
    await refuseOwnMatter(ctx, described.owners);
    await reported.show(ctx, subject);
    await publishToAdministrators(ctx, 'reports.changed');
    return { isShown: true };
  });
}
