import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payment } from '../payment-providers.ts';
import { countsSinceOf } from '../rules.ts';

/** `countsSinceOf` in SQL. */
export const countsSince = sql<Date>`case provider when 'manual' then created_at else completed_at end`;

/**
 * The payments of higher plans from whose price the rest of this payment was subtracted, and whose months still run. A
 * refund of this payment would give that rest a second time.
 */
export async function findCreditedPayments(
  { db, now }: Ctx,
  payment: Payment,
): Promise<Pick<Payment, 'id' | 'provider' | 'tier' | 'createdAt' | 'completedAt' | 'paidUntil'>[]> {
  const { id, kind, userId, paidUntil } = payment;
  const since = countsSinceOf(payment);
  if (kind !== 'membership' || !since || !paidUntil) return [];
  return db
    .selectFrom('payments')
    .select(['id', 'provider', 'tier', 'createdAt', 'completedAt', 'paidUntil'])
    .where('userId', '=', userId)
    .where('kind', '=', 'membership')
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .where('id', '<>', id)
    .where('createdAt', '>', since)
    .where('createdAt', '<', paidUntil)
    .where('paidUntil', '>', now)
    .whereRef('amountCents', '<', 'monthlyCents')
    .execute();
}
