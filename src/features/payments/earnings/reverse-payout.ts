import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { undoMs } from '#features/notifications/delivery/plan-delivery.ts';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { Payout } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishEarningsChanged } from '../publish-payments-changed.ts';
import { readPayout } from './list-payouts.ts';

/**
 * An administrator takes back a payout that was recorded by mistake: a row that reverses it is appended. The database
 * allows one reversal of a payout, so a second request changes nothing. The teacher, who was told of the payout, is
 * told that it was taken back, unless it is undone before any letter left.
 * @throws Refusal notAllowed, notFound, ownMatter
 */
export async function reversePayout(outer: Ctx, id: string): Promise<Payout> {
  refuse(may(outer.actor, 'oversee'));
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const payout = await ctx.db
      .selectFrom('teacherPayouts')
      .select(['teacherId', 'amountCents', 'currency', 'paidAt'])
      .where('id', '=', id)
      .where('reverses', 'is', null)
      .executeTakeFirst();
    if (!payout) throw new Refusal(commonRefusals.notFound);
    const { teacherId, amountCents, currency } = payout;
    await refuseOwnMatter(ctx, [teacherId]);
    const reversal = await ctx.db
      .insertInto('teacherPayouts')
      .values({ ...payout, amountCents: -amountCents, reverses: id, recordedBy: userId, createdAt: ctx.now })
      .onConflict((conflict) => conflict.column('reverses').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (reversal) {
      const detail = { amountCents, currency };
      await recordAct(ctx, { act: 'payments.reverse-payout', personId: teacherId, subject: id, detail });
      const undone = await withdrawNotices(ctx, {
        from: teacherId,
        kinds: ['payments.paid-out'],
        since: new Date(ctx.now.getTime() - undoMs),
        about: id,
      });
      // Undone at once, the letter about the payout has not left.
      if (undone === 0)
        await notify(ctx, { to: [teacherId], kind: 'payments.payout-reversed', detail, link: '/teacher' });
      await publishEarningsChanged(ctx, [teacherId]);
    }
    return readPayout(ctx, id);
  });
}
