import type { Ctx } from '#server/ctx.ts';

/** Stores the time that a payment made by hand pays for: it follows the months that were paid before. */
export async function setPaidTime(
  { db }: Ctx,
  paymentId: string,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ paidFrom: from, paidUntil: until })
    .where('id', '=', paymentId)
    .execute();
}
