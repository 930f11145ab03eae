import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { undoMs } from '#features/notifications/delivery/plan-delivery.ts';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { teacherRefusals, type VerificationStatus } from './contract.ts';
import { may } from './permissions.ts';
import { publishTeachersChanged } from './publish-teachers-changed.ts';
import { holdsTeacherRole } from './reads.ts';
import { type Decision, decisions } from './rules.ts';

/** The notice of each decision, and the page it links to. */
const notices = {
  approve: 'teachers.approved',
  reject: 'teachers.rejected',
  revoke: 'teachers.revoked',
  reopen: 'teachers.reopened',
} as const satisfies Record<Decision, string>;

/**
 * An administrator decides an application or reopens it. One of two concurrent decisions is refused. The decision is
 * audited, the applicant is notified, and their rights change with their next request. `reject` and `revoke` require a
 * reason; the other decisions take none. `version` is what the administrator has read of an application that waits: its
 * applicant may change it meanwhile.
 * @throws Refusal signInFirst, notAllowed, notFound, ownApplication, alreadyDecided, changedMeanwhile, adultsOnly
 */
export async function decideApplication(
  outer: Ctx,
  {
    id,
    decision,
    reason = null,
    version,
  }: { id: string; decision: Decision; reason?: string | null; version?: number },
): Promise<{ id: string; verificationStatus: VerificationStatus }> {
  const administrators = await listAdministrators(outer);
  refuse(may(outer.actor, 'decide', { userId: id, administrators }));
  const { from, to } = decisions[decision];
  return inTransaction(outer, async (ctx) => {
    const before = await lockApplication(ctx, id);
    if (!from.some((status) => status === before.verificationStatus)) {
      throw new Refusal(teacherRefusals.alreadyDecided);
    }
    if (version !== undefined && version !== before.version)
      throw new Refusal(teacherRefusals.changedMeanwhile);
    if (decision === 'approve') await refuseKid(ctx, id);
    const answer =
      to === 'pending'
        ? { decidedAt: null, decidedBy: null }
        : { decidedAt: ctx.now, decidedBy: memberOf(ctx.actor).userId };
    await ctx.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: to, rejectionReason: reason, ...answer })
      .where('userId', '=', id)
      .execute();
    await recordAct(ctx, {
      act: `teachers.${decision}-application`,
      personId: id,
      reason,
    });
    await notifyApplicant(ctx, id, decision, reason, before.decidedAt);
    await publishAccountChanged(ctx, id);
    await publishTeachersChanged(ctx, id);
    return { id, verificationStatus: to };
  });
}

/** Locks the application of a person who has the teacher role, until the transaction ends. */
async function lockApplication({ db }: Ctx, id: string) {
  const found = await db
    .selectFrom('teacherProfiles as teacher')
    .select(['verificationStatus', 'decidedAt', 'version'])
    .where('userId', '=', id)
    .where(holdsTeacherRole)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal(commonRefusals.notFound);
  return found;
}

/** The applicant may have been marked as a kid since they applied. */
async function refuseKid({ db }: Ctx, id: string): Promise<void> {
  const { ageGroup } = await db
    .selectFrom('profiles')
    .select('ageGroup')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  if (ageGroup === 'kid') throw new Refusal(teacherRefusals.adultsOnly);
}

async function notifyApplicant(
  ctx: Ctx,
  id: string,
  decision: Decision,
  reason: string | null,
  decidedAt: Date | null,
): Promise<void> {
  if (decision === 'reopen' && decidedAt) {
    const kinds = [notices.approve, notices.reject, notices.revoke];
    const withdrawn = await withdrawNotices(ctx, { from: id, kinds, since: decidedAt });
    // Undone at once: the notice was not read and its letter has not left, so the applicant needs no second notice.
    if (withdrawn > 0 && ctx.now.getTime() < decidedAt.getTime() + undoMs) return;
  }
  await notify(ctx, {
    to: [id],
    kind: notices[decision],
    detail: reason === null ? {} : { reason },
    link: '/teacher',
  });
}
