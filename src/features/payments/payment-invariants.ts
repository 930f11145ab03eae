import type { Invariant } from '#server/db/find-broken.ts';

/** Invariants of payments, as queries that find violations. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'the teacher’s share and the platform’s are the price, and the teacher’s is its floor of 70 %',
    query: `
      select id, amount_cents, teacher_share_cents, platform_share_cents from payments
      where teacher_share_cents + platform_share_cents <> amount_cents
      or teacher_share_cents <> case when teacher_id is null then 0 else amount_cents::bigint * 70 / 100 end`,
  },
  {
    name: 'a payment is refunded at most once, and only when it was wanted',
    query: `
      select id, status, refund_ref from payments
      where (refunded_at is not null and refund_wanted_at is null)
      or (refund_ref is not null and status <> 'refunded')
      or (refund_wanted_at is not null and status not in ('completed', 'refunded'))`,
  },
  {
    name: 'what was paid otherwise than asked goes back',
    query: `
      select id, amount_cents, currency, paid_cents, paid_currency from payments
      where paid_cents is not null and refund_wanted_at is null`,
  },
  {
    name: 'money is given back by an administrator only where its refund failed or it was paid by hand or voucher, with one act on record',
    query: `
      select id, refund_failed_at, given_back_at from payments
      where given_back_at is not null and ((refund_failed_at is null and not give_back_by_hand) or status <> 'refunded' or 1 <> (
        select count(*) from audit_log where act = 'payments.give-back-otherwise' and subject = payments.id))`,
  },
  {
    name: 'a share that changed hands is owed to its last teacher alone, and was paid to the first',
    query: `
      select payment_id, count(*) from share_hand_overs join payments payment on payment.id = payment_id
      group by 1, payment.teacher_id, completed_at
      having count(*) filter (where is_first) <> 1 or completed_at is null
      or (array_agg(to_id order by share_hand_overs.id desc))[1] is distinct from payment.teacher_id`,
  },
  {
    name: 'a month of a subscription is paid for once',
    query: `
      select subscription_ref, paid_until, count(*) from payments
      where subscription_ref is not null and status in ('completed', 'refunded')
      group by 1, 2 having count(*) > 1`,
  },
];
