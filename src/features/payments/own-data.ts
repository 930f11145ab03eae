import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';
import { giveUpCheckouts } from './checkout/give-up-checkouts.ts';
import { requestChange } from './subscriptions/request-change.ts';

/** What a person paid, and what a teacher earned and was paid out, without who paid it. */
export const paymentData: OwnData = {
  parts: [
    {
      name: 'payments',
      by: ['payments.user_id'],
      rows: (userId) => sql`
        select id::text as key, id, kind, tier, title, amount_cents, currency, paid_cents, paid_currency, monthly_cents, method, provider, status,
          paid_from, paid_until, forfeited_at, refund_wanted_at, refund_reason, refunded_at, refunded_by_bank,
          refund_failed_at, given_back_at, given_back_method, given_back_reason, created_at, completed_at
        from payments where user_id = ${userId}`,
    },
    {
      name: 'subscriptions',
      by: ['subscriptions.user_id'],
      rows: (userId) => sql`
        select ref as key, provider, tier, next_tier, paid_until, ended_at from subscriptions where user_id = ${userId}`,
    },
    {
      name: 'earnings',
      by: ['payments.teacher_id'],
      rows: (userId) => sql`
        select id::text as key, title, amount_cents, teacher_share_cents, currency, status, completed_at, refunded_at
        from payments where teacher_id = ${userId} and completed_at is not null`,
    },
    {
      name: 'earnings_handed_over',
      by: ['share_hand_overs.from_id', 'share_hand_overs.to_id'],
      rows: (userId) => sql`
        select share_hand_overs.id::text as key, title, teacher_share_cents, currency, completed_at, handed_over_at,
          to_id = ${userId} as taken_over
        from share_hand_overs join payments on payments.id = payment_id where ${userId} in (from_id, to_id)`,
    },
    {
      name: 'payouts',
      by: ['teacher_payouts.teacher_id'],
      rows: (userId) => sql`
        select id::text as key, amount_cents, currency, paid_at, note from teacher_payouts where teacher_id = ${userId}`,
    },
  ],
  async erase(ctx, { userId }) {
    const { db } = ctx;
    await giveUpCheckouts(ctx, userId);
    const running = await db
      .selectFrom('subscriptions')
      .select('ref')
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .execute();
    for (const { ref } of running) await requestChange(ctx, ref, { change: 'end' });
    // The books keep what was paid, when and for what.
    await sql`update payments set note = null, checkout_url = null where user_id = ${userId}`.execute(db);
  },
};
