import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type reopenReports as operation, reportRefusals } from './contract.ts';
import { may } from './permissions.ts';
import { type ReportSubject, subjectOf } from './report-subject.ts';
import { actAbout } from './settle-reports.ts';

/**
 * An administrator opens reports again that were dismissed at an instant, such as by a slip of the thumb; they are
 * settled once more. Notices of it that were not read are withdrawn. If a person has reported the thing again since,
 * the newer report stays the open one. Opened ones cannot be opened a second time.
 * @throws Refusal signInFirst, notAllowed, settledMeanwhile, ownMatter
 */
export async function reopenReports(
  outer: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject }: ReceivedOf<typeof operation>['params'],
  { settledAt }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'settle'));
  const at = new Date(settledAt);
  return inTransaction(outer, async (ctx) => {
    const reopened = await ctx.db
      .updateTable('reports')
      .set({ status: 'open', settledAt: null, settledBy: null })
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', subject)
      .where('status', '=', 'dismissed')
      .where('settledAt', '=', at)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reports as newer')
              .select('newer.id')
              .whereRef('newer.reporterId', '=', 'reports.reporterId')
              .where('newer.subjectKind', '=', kind)
              .where('newer.subjectId', '=', subject)
              .where('newer.status', '=', 'open'),
          ),
        ),
      )
      .returning('reporterId')
      .execute();
    if (reopened.length === 0) throw new Refusal(reportRefusals.settledMeanwhile);
    const described = (await subjectOf(subjects, kind).describe(ctx, [subject])).get(subject);
    await refuseOwnMatter(ctx, described?.owners ?? []);
    await recordAct(ctx, {
      act: 'reports.reopen',
      ...actAbout({ kind, subject, count: reopened.length }, described),
    });
    // The notices of a decision are made at its instant; they do not say what they are about.
    for (const { reporterId } of reopened) {
      await withdrawNotices(ctx, { from: reporterId, kinds: ['reports.dismissed'], since: at, until: at });
    }
    await publishToAdministrators(ctx, 'reports.changed');
    return { reopened: reopened.length };
  }).catch((error: unknown) => {
    // One of the people has reported the thing again in the same moment.
    if (brokenConstraint(error) === 'one_open_report') throw new Refusal(reportRefusals.settledMeanwhile);
    throw error;
  });
}
