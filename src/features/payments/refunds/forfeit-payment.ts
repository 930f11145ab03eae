import type { Ctx } from '#server/ctx.ts';

/** Notes that what a payment bought was given back too late for money: the amount is kept. */
export async function forfeitPayment({ db, now }: Ctx, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ forfeitedAt: now })
    .where('id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .execute();
}
