import type { Db } from '#server/db/connect.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { UnknownToProvider } from '../providers/payment-provider.ts';

/**
 * Charges the months that are over at the test provider, whenever it is next asked; a real provider charges on its
 * own clock. A month whose card is declined is retried each time; a cancelled subscription ends, and so does every
 * one where the test provider no longer takes payments.
 */
export async function chargeTestMonths(
  db: Db,
  ref: string,
  { now, renews }: { now: Date; renews: boolean },
): Promise<{ endedAt: Date | null }> {
  return db.transaction().execute(async (trx) => {
    const subscription = await trx
      .selectFrom('testSubscriptions')
      .selectAll()
      .where('ref', '=', ref)
      .forUpdate()
      .executeTakeFirst();
    if (!subscription) throw new UnknownToProvider();
    let { paidUntil, endedAt } = subscription;
    while (endedAt === null && paidUntil <= now) {
      if (subscription.endsLater || !renews) {
        endedAt = paidUntil;
        break;
      }
      const state = subscription.declines ? 'failed' : 'paid';
      const next = monthsAfter(paidUntil);
      await trx
        .insertInto('testInvoices')
        .values({
          ref: `${ref}_${next.toISOString()}`,
          subscriptionRef: ref,
          amountCents: subscription.monthlyCents,
          currency: subscription.currency,
          state,
          paidUntil: next,
        })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ state }))
        .execute();
      if (state === 'failed') break;
      paidUntil = next;
    }
    await trx.updateTable('testSubscriptions').set({ paidUntil, endedAt }).where('ref', '=', ref).execute();
    return { endedAt };
  });
}
