import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payment } from '../payment-providers.ts';

/**
 * Moves the times of the months that were paid by hand after a refunded payment forward by `ms`: they follow each other
 * without a gap. The caller holds the lock on the person.
 */
export async function movePaidTimes(
  { db }: Ctx,
  { userId, tier, paidUntil }: Pick<Payment, 'userId' | 'tier' | 'paidUntil'>,
  ms: number,
): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`;
  await db
    .updateTable('payments')
    .set({ paidFrom: sql`paid_from - ${by}`, paidUntil: sql`paid_until - ${by}` })
    .where('userId', '=', userId)
    .where('tier', '=', tier)
    .where('provider', '=', 'manual')
    .where('status', '=', 'completed')
    .where('paidFrom', '>=', paidUntil)
    .execute();
}
