import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { claimDecided, ownClaim, rowTaken, secondRow } from '../contract.ts';
import { keepNameHidden } from '../hide-cup-name.ts';
import { may } from '../permissions.ts';
import { lapsePrizes } from '../seasons/lapse-prizes.ts';
import { lockCup } from '../seasons/lock-cup.ts';
import { payPrizes } from '../seasons/pay-prizes.ts';
import { countConfirmedRow, takeBackCupPractice } from './count-cup-practice.ts';
import { standsBesideOwn } from './has-claim.ts';
import { readVisibility } from './read-own-cup.ts';

type Decision = { verb: 'confirm' | 'reject' | 'revoke'; reason?: string | undefined };

/** For each decision: the status a claim must have, the status it gets, and the notice to its person. */
const decisions = {
  confirm: { from: 'pending', to: 'confirmed', notice: 'cup.claim-confirmed' },
  reject: { from: 'pending', to: 'rejected', notice: 'cup.claim-rejected' },
  revoke: { from: 'confirmed', to: 'rejected', notice: 'cup.claim-rejected' },
} as const;

/**
 * Confirms or rejects a waiting claim, or revokes a confirmed one, with a line in the audit log and a notice to the
 * person. The row lock lets one of two administrators decide. A unique index allows one owner per row. Confirming pays
 * the prizes that wait for the row and counts its activity as a day of practice; what the person earned by an earlier
 * user name stays, and a name that is hidden stays hidden. Rejecting lapses a prize that waited for this claim alone.
 * @throws Refusal notFound, ownClaim, claimDecided, rowTaken, secondRow
 */
export async function decideCupClaim(
  outer: Ctx,
  id: string,
  { verb, reason }: Decision,
): Promise<{ status: 'confirmed' | 'rejected' }> {
  refuse(may(outer.actor, 'manage'));
  const { userId: administrator } = memberOf(outer.actor);
  const { from, to, notice } = decisions[verb];
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
    // A board that goes live counts for the owners of its rows, and a closing lapses prizes without a claim: before
    // this decision, or after it.
    await lockCup(ctx, 'share');
    if (verb === 'confirm' && (await standsBesideOwn(ctx, { userId, username })))
      throw new Refusal(secondRow);
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
      reason,
      words: { username: { of: userId, text: username } },
    });
    let earned = 0;
    let isHiddenNow = false;
    if (verb === 'confirm') {
      isHiddenNow = await keepNameHidden(ctx, { userId, username });
      earned = await countConfirmedRow(ctx, { userId, username });
      await payPrizes(ctx, { userId });
    }
    if (verb === 'revoke') await takeBackCupPractice(ctx, { userId, username });
    const lapsed = verb === 'reject' ? await lapsePrizes(ctx) : 0;
    await notify(ctx, {
      to: [userId],
      kind: notice,
      detail: { reason: reason ?? null, ...(earned > 0 && { earned, ofStreak: earned }) },
      link: '/ranking',
    });
    // A person without a name on the board, or a prize that waits no more: every open board must be read again.
    if (lapsed > 0 || isHiddenNow || (verb !== 'reject' && (await readVisibility(ctx, userId)).hidden))
      await publish(ctx, { kind: 'cup.changed' });
    else await publishToAdministrators(ctx, 'cup.changed', { and: [userId] });
    return { status: to };
  });
}
