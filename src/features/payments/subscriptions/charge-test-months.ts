import type { Db } from '#server/db/connect.ts';
import { UnknownToProvider } from '../providers/payment-provider.ts';
import { aMonthAfter } from '../rules.ts';

/**
 * What a card would be charged by itself when a month is over: the test provider does it when it is next asked. A
 * month that declines is tried again each time; one that is cancelled ends.
 */
export async function chargeTestMonths(db: Db, ref: string, now: Date): Promise<{ endedAt: Date | null }> {
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
      if (subscription.endsLater) {
        endedAt = paidUntil;
        break;
      }
      const state = subscription.declines ? 'failed' : 'paid';
      const next = aMonthAfter(paidUntil);
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
