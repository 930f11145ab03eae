import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { type Act, recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type settleReports as operation, reportRefusals } from './contract.ts';
import { isWaiting } from './is-waiting.ts';
import { may } from './permissions.ts';
import { type Described, type ReportSubject, subjectOf } from './report-subject.ts';
import { isAboutKids, type SubjectKind } from './rules.ts';

/**
 * An administrator decides about the open reports of a thing that they have read (`upTo`), in one transaction: upheld,
 * the thing is hidden where it can be, from kids alone where none of the reports says more. A report that came or was
 * replaced since stays open, and so does that of a banned person, which is not listed. Those who reported it are told.
 * The second of two parallel decisions is refused and changes nothing. What is the administrator's own is decided by
 * another one where there is one.
 * @throws Refusal signInFirst, notAllowed, settledMeanwhile, ownMatter
 */
export async function settleReports(
  outer: Ctx,
  subjects: readonly ReportSubject[],
  { kind, subject }: ReceivedOf<typeof operation>['params'],
  { outcome, reason, upTo }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'settle'));
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const settled = await ctx.db
      .updateTable('reports')
      .set({ status: outcome, settledAt: ctx.now, settledBy: userId })
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', subject)
      .where(isWaiting)
      .$if(upTo !== undefined, (open) => open.where('createdAt', '<=', new Date(upTo ?? '')))
      .returning(['reporterId', 'reason'])
      .execute();
    if (settled.length === 0) throw new Refusal(reportRefusals.settledMeanwhile);
    const reported = subjectOf(subjects, kind);
    const described = (await reported.describe(ctx, [subject])).get(subject);
    await refuseOwnMatter(ctx, described?.owners ?? []);
    await recordAct(ctx, {
      act: outcome === 'upheld' ? 'reports.uphold' : 'reports.dismiss',
      reason,
      ...actAbout({ kind, subject, count: settled.length }, described),
    });
    if (outcome === 'upheld' && reason !== null && described) {
      const isOfKids = reported.hideFromKids && settled.every(({ reason }) => isAboutKids(reason));
      if (!isOfKids) await reported.hide?.(ctx, subject, reason);
      // Another administrator may have taken it from kids already.
      else if (described.isForKids) await reported.hideFromKids?.(ctx, subject);
    }
    await notify(ctx, {
      to: settled.map(({ reporterId }) => reporterId),
      kind: outcome === 'upheld' ? 'reports.upheld' : 'reports.dismissed',
    });
    await publishToAdministrators(ctx, 'reports.changed');
    return { outcome };
  });
}

/** What the audit log keeps of so many reports about a thing. */
export function actAbout(
  { kind, subject, count }: { kind: SubjectKind; subject: string; count: number },
  described: Described | undefined,
): Omit<Act, 'act'> {
  // A row of the cup is of a person, also where it is not known of whom.
  const isOfPerson = described?.personId !== undefined;
  return {
    subject,
    personId: described?.personId,
    detail: { kind, count, ...(!isOfPerson && described && { title: described.title }) },
    ...(isOfPerson && { words: { title: { of: described.personId ?? null, text: described.title } } }),
  };
}
