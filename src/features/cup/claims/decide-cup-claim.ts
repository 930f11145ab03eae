import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { claimDecided, ownClaim, rowTaken } from '../contract.ts';
import { may } from '../permissions.ts';

type Decision = { verb: 'confirm' | 'reject' | 'revoke'; reason?: string | undefined };

/** From what a claim is decided, what it becomes, and what its person is told. */
const decisions = {
  confirm: { from: 'pending', to: 'confirmed', told: 'cup.claim-confirmed' },
  reject: { from: 'pending', to: 'rejected', told: 'cup.claim-rejected' },
  revoke: { from: 'confirmed', to: 'rejected', told: 'cup.claim-rejected' },
} as const;

/**
 * Confirms or rejects a claim that waits, or takes back one that was confirmed; with its line in the audit log and a
 * word to the person. Of two administrators at once one decides. A row has one owner: the index has the last word.
 * @throws Refusal notFound, ownClaim, claimDecided, rowTaken
 */
export async function decideCupClaim(
  outer: Ctx,
  id: string,
  { verb, reason }: Decision,
): Promise<{ status: 'confirmed' | 'rejected' }> {
  const refusal = may(outer.actor, 'manage');
  if (refusal) throw new Refusal(refusal);
  const { userId: administrator } = memberOf(outer.actor);
  const { from, to, told } = decisions[verb];
  return inTransaction(outer, async (ctx) => {
    const claim = await ctx.db
      .selectFrom('cupClaims')
      .select(['userId', 'username', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!claim) throw new Refusal(commonRefusals.notFound);
    if (claim.userId === administrator) throw new Refusal(ownClaim);
    if (claim.status !== from) throw new Refusal(claimDecided);
    const { userId, username } = claim;
    try {
      await ctx.db
        .updateTable('cupClaims')
        .set({ status: to, decidedAt: ctx.now, decidedBy: administrator })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'one_owner_a_row') throw new Refusal(rowTaken);
      throw error;
    }
    await recordAct(ctx, {
      act: `cup.${verb}-claim`,
      personId: userId,
      subject: id,
      ...(reason !== undefined && { reason }),
      detail: { username },
    });
    await notify(ctx, {
      to: [userId],
      kind: told,
      detail: { username, reason: reason ?? null },
      link: '/ranking',
    });
    // Where the person is not named, everybody's board reads differently from now on.
    const hides = await ctx.db
      .selectFrom('profiles')
      .select('userId')
      .where('userId', '=', userId)
      .where(({ or, eb }) => or([eb('ageGroup', '=', 'kid'), eb('cupAlias', '=', true)]))
      .executeTakeFirst();
    const everybody = hides && verb !== 'reject';
    await publish(ctx, { kind: 'cup.changed', ...(!everybody && { audience: [userId, administrator] }) });
    return { status: to };
  });
}
