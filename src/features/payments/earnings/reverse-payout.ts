import { recordAct } from '#features/audit/record-act.ts';
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
 * allows one reversal of a payout, so a second request changes nothing.
 * @throws Refusal notAllowed, notFound
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
    const reversal = await ctx.db
      .insertInto('teacherPayouts')
      .values({ ...payout, amountCents: -amountCents, reverses: id, recordedBy: userId, createdAt: ctx.now })
      .onConflict((conflict) => conflict.column('reverses').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (reversal) {
      const detail = { amountCents, currency };
      await recordAct(ctx, { act: 'payments.reverse-payout', personId: teacherId, subject: id, detail });
      await publishEarningsChanged(ctx, teacherId);
    }
    return readPayout(ctx, id);
  });
}
