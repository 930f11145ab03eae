-- Money. A payment begins as pending at a provider, or as completed when an administrator records it by hand.
-- It pays for a month of a tier or for a seat in one class. Amounts are in cents of the currency.
-- `tier` and `class_id` name rows of later features, which add the foreign keys (0008-memberships, 0011-classes).
create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  kind text not null check (kind in ('membership', 'single')),
  tier text,
  class_id uuid,
  -- The title of the class at the time of the payment.
  title text check (length(title) between 1 and 200),
  amount_cents integer not null check (amount_cents between 0 and 100000000),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- What the provider says was paid, where that is another amount or currency than was asked. It pays for nothing: all
  -- of it goes back.
  paid_cents integer check (paid_cents >= 0),
  paid_currency text check (paid_currency ~ '^[A-Z]{3}$'),
  -- The price of each later month, where it differs from the first.
  monthly_cents integer check (monthly_cents between 0 and 100000000),
  method text not null check (method in ('card', 'oxxo', 'cash', 'transfer')),
  provider text not null check (provider in ('stripe', 'test', 'manual')),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'refunded')),
  -- The provider's ids: of the checkout, of the payment made in it, of the subscription that it began or renewed,
  -- and of that subscription's invoice.
  checkout_ref text unique,
  checkout_url text check (length(checkout_url) <= 4000),
  payment_ref text unique,
  subscription_ref text,
  invoice_ref text unique,
  -- Whether the checkout offers a voucher that is paid days later (OXXO).
  offers_voucher boolean not null default false,
  -- While pending: until when the seat or the price is held.
  expires_at timestamptz,
  -- The seat was given back or taken away while this was pending: money that comes all the same is sent back.
  refund_if_paid boolean not null default false,
  -- When the student gave it up, or the server did, because the seat is no longer theirs to pay.
  given_up_at timestamptz,
  -- For a membership: the time that was paid. Its start is null where that is when the payment was completed; months
  -- that were paid by hand follow the ones there are.
  paid_from timestamptz,
  paid_until timestamptz,
  -- For a seat: the teacher, and how the amount is shared. The teacher's share is rounded down to the cent.
  teacher_id uuid references users,
  teacher_share_cents integer not null default 0 check (teacher_share_cents >= 0),
  platform_share_cents integer not null check (platform_share_cents >= 0),
  -- For a seat: when the student cancelled too late for a refund.
  forfeited_at timestamptz,
  -- A refund is first wanted, then done. Between the two the provider is asked until it succeeds, always under the
  -- same idempotency key.
  refund_wanted_at timestamptz,
  refund_reason text check (length(refund_reason) between 1 and 500),
  refund_ref text unique,
  refunded_at timestamptz(3),
  -- Whether the payer's bank took the money back by a dispute, and Sumi gave nothing.
  refunded_by_bank boolean not null default false,
  -- The provider could not carry the refund out after all, as to a card that was closed meanwhile: the money is here.
  refund_failed_at timestamptz(3),
  -- Paid by voucher, which no provider refunds, or by hand, and refunded by the server: an administrator has to give
  -- the money back. False where they asked for the refund of a payment by hand: they have the payer before them.
  give_back_by_hand boolean not null default false,
  -- What an administrator gave back in place of a refund that failed, or by hand.
  given_back_at timestamptz(3),
  given_back_method text check (given_back_method in ('cash', 'transfer')),
  given_back_reason text check (length(given_back_reason) between 1 and 500),
  given_back_by uuid references users,
  -- The refund of what was given back otherwise holds after all, or the bank took back what was refunded: the money
  -- went back twice, and an administrator has to get one of the two.
  given_back_twice_at timestamptz(3),
  -- The administrator who recorded it by hand, and their note.
  recorded_by uuid references users,
  note text check (length(note) <= 500),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  -- The day by which lists and periods go: when it was paid, which an administrator may record later; until it is paid,
  -- when it was begun.
  dated_at timestamptz(3) not null generated always as (coalesce(completed_at, created_at)) stored,
  constraint pays_for_one_thing check ((kind = 'membership') = (tier is not null)),
  constraint shares_add_up check (teacher_share_cents + platform_share_cents = amount_cents),
  constraint paid_otherwise_says_all check ((paid_cents is null) = (paid_currency is null)),
  constraint paid_otherwise_differs check (paid_cents is null or
    (status in ('completed', 'refunded') and (paid_cents, paid_currency) is distinct from (amount_cents, currency))),
  constraint completed_says_when check ((status in ('completed', 'refunded')) = (completed_at is not null)),
  constraint refunded_says_when check ((status = 'refunded') = (refunded_at is not null)),
  constraint refunded_was_wanted check (refunded_at is null or refund_wanted_at is not null),
  constraint manual_says_who check ((provider = 'manual') = (recorded_by is not null)),
  constraint only_a_refund_is_by_the_bank check (not refunded_by_bank or status = 'refunded'),
  constraint only_a_refund_fails check (refund_failed_at is null or status = 'refunded'),
  constraint given_back_says_all check
    (num_nonnulls(given_back_at, given_back_method, given_back_reason, given_back_by) in (0, 4)),
  constraint given_back_after_failure check
    (given_back_at is null or refund_failed_at is not null or (give_back_by_hand and status = 'refunded')),
  constraint only_a_refund_is_given_back_by_hand check
    (not give_back_by_hand or ((provider = 'manual' or method = 'oxxo') and refund_wanted_at is not null)),
  constraint twice_is_after_once check (given_back_twice_at is null or status = 'refunded')
);
create index payments_by_time on payments (dated_at desc, id desc);
create index payments_by_completion on payments (completed_at) where completed_at is not null;
create index payments_by_return on payments (coalesce(given_back_at, refunded_at)) where status = 'refunded';
create index payments_of_user on payments (user_id, dated_at desc, id desc);
create index payments_of_teacher on payments (teacher_id, completed_at) where teacher_id is not null;
-- Before a class is deleted, the server asks whether it was ever paid for.
create index payments_of_class on payments (class_id) where class_id is not null;
create index payments_of_subscription on payments (subscription_ref) where subscription_ref is not null;
-- Administrators list who still has to pay, and what failed or was given back: few payments of a year.
create index payments_not_completed on payments (status, dated_at desc, id desc) where status <> 'completed';
create index refunds_wanted on payments (refund_wanted_at) where refund_wanted_at is not null and status = 'completed';
create index payments_owed_back on payments (dated_at desc, id desc)
  where (refund_failed_at is not null or give_back_by_hand) and status = 'refunded' and given_back_at is null;
-- Money is given back in another way once, whatever code asks for it.
create trigger given_back_stays before update on payments for each row
  when (old.given_back_at is not null and
    (old.given_back_at, old.given_back_method, old.given_back_reason, old.given_back_by, old.refund_ref) is distinct from
    (new.given_back_at, new.given_back_method, new.given_back_reason, new.given_back_by, new.refund_ref))
  execute function refuse_change();
-- A user who asks twice for the same tier or seat gets the same checkout.
create unique index one_checkout_a_tier on payments (user_id, tier) where status = 'pending' and kind = 'membership';
create unique index one_checkout_a_seat on payments (user_id, class_id) where status = 'pending' and kind = 'single';

-- Tiers that are paid month by month. `requested_change` is what the provider must still be told.
-- 0008-memberships adds the foreign keys of the three tiers.
create table subscriptions (
  ref text primary key check (length(ref) between 1 and 200),
  provider text not null check (provider in ('stripe', 'test')),
  user_id uuid not null references users,
  tier text not null,
  -- The tier from the next month on.
  next_tier text,
  paid_until timestamptz not null,
  ended_at timestamptz,
  requested_change text check (requested_change in ('end', 'end-later', 'switch-tier')),
  requested_at timestamptz,
  requested_tier text,
  requested_cents integer check (requested_cents > 0),
  requested_currency text check (requested_currency ~ '^[A-Z]{3}$'),
  constraint change_says_when check ((requested_change is null) = (requested_at is null)),
  constraint switch_says_to_what check ((requested_change is not distinct from 'switch-tier')
    = (requested_tier is not null and requested_cents is not null and requested_currency is not null))
);
create index subscriptions_of_user on subscriptions (user_id);

-- Webhook events that were already handled. The primary key makes handling them idempotent.
create table provider_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
-- Each day the server deletes those that the provider repeats no more.
create index provider_events_by_time on provider_events (received_at);

-- The records of the built-in test provider, which is used where no payment service is set up. No money moves.
create table test_checkouts (
  ref text primary key,
  title text not null,
  amount_cents integer not null,
  monthly_cents integer,
  currency text not null,
  tier text,
  offers_voucher boolean not null,
  state text not null default 'open' check (state in ('open', 'waiting', 'paid', 'failed')),
  method text not null default 'card' check (method in ('card', 'oxxo')),
  voucher_ends_at timestamptz,
  subscription_ref text unique
);
create table test_subscriptions (
  ref text primary key,
  monthly_cents integer not null,
  currency text not null,
  paid_until timestamptz not null,
  declines boolean not null default false,
  ends_later boolean not null default false,
  ended_at timestamptz
);
create table test_invoices (
  ref text primary key,
  subscription_ref text not null references test_subscriptions,
  amount_cents integer not null,
  currency text not null,
  state text not null check (state in ('paid', 'failed')),
  paid_until timestamptz not null,
  is_first boolean not null default false
);
create table test_refunds (
  payment_ref text primary key,
  refund_ref text not null unique
);

-- The price of a seat in a class whose teacher sets none: one row, edited by administrators.
create table seat_price (
  only_row boolean primary key default true check (only_row),
  price_cents integer not null check (price_cents between 50 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$')
);
insert into seat_price (price_cents, currency) values (300, 'USD');
create function default_seat_price() returns integer language sql as 'select price_cents from seat_price';
create function default_seat_currency() returns text language sql as 'select currency from seat_price';

-- What administrators paid out to teachers. A row is never changed: a mistake is undone by a row that reverses it.
create table teacher_payouts (
  id uuid primary key default uuidv7(),
  teacher_id uuid not null references users,
  amount_cents integer not null check (amount_cents between -100000000 and 100000000 and amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz(3) not null,
  note text check (length(note) between 1 and 500),
  recorded_by uuid not null references users,
  -- The payout that this row takes back, once.
  reverses uuid unique references teacher_payouts,
  created_at timestamptz(3) not null default now(),
  constraint only_a_reversal_is_negative check ((amount_cents < 0) = (reverses is not null))
);
create index payouts_of_teacher on teacher_payouts (teacher_id, paid_at desc, id desc);
create trigger payouts_never_change before update or delete or truncate on teacher_payouts
  for each statement execute function refuse_change();

-- The payments that sums count. Payments of the built-in test provider moved no money, so they stop counting once the
-- community takes payments by Stripe. What was received is what was asked, unless the provider told another amount.
create view counted_payments as
  select *, coalesce(paid_cents, amount_cents) as received_cents, coalesce(paid_currency, currency) as received_currency
    from payments
    where provider <> 'test' or not exists (select from payments real where real.provider = 'stripe');
create index payments_by_stripe on payments (id) where provider = 'stripe';

-- Paid seats whose share went to another teacher, who was handed the class. `payments.teacher_id` is who has it now. A
-- row is never changed: the month in which the seat was paid stays as it was.
create table share_hand_overs (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  from_id uuid not null references users,
  to_id uuid not null references users,
  -- Whether `from_id` is the teacher to whom the seat was paid.
  is_first boolean not null,
  handed_over_at timestamptz(3) not null,
  constraint between_two_teachers check (from_id <> to_id)
);
create unique index first_hand_over_of_payment on share_hand_overs (payment_id) where is_first;
create index hand_overs_of_payment on share_hand_overs (payment_id, id);
create index hand_overs_from on share_hand_overs (from_id);
create index hand_overs_to on share_hand_overs (to_id);
create trigger hand_overs_never_change before update or delete or truncate on share_hand_overs
  for each statement execute function refuse_change();

-- Everything that changes what a teacher is owed, in one place: shares of paid seats, shares that went along with a
-- class to another teacher, shares that refunds took back (each in its own month, so that a month that was paid out
-- stays as it was), and payouts. Seats are two parts, so that each is found by an index on its teacher.
create view teacher_movements as
  select teacher_id, 'seat' as kind, id as subject, completed_at as at, currency,
      amount_cents as gross_cents, teacher_share_cents as owed_cents
    from counted_payments where teacher_id is not null and completed_at is not null
      and not exists (select from share_hand_overs where payment_id = counted_payments.id)
  union all
  select from_id, 'seat', payment.id, completed_at, currency, amount_cents, teacher_share_cents
    from share_hand_overs join counted_payments payment on payment.id = payment_id where is_first
  union all
  select from_id, 'handed-over', payment.id, handed_over_at, currency, 0, -teacher_share_cents
    from share_hand_overs join counted_payments payment on payment.id = payment_id
  union all
  select to_id, 'taken-over', payment.id, handed_over_at, currency, 0, teacher_share_cents
    from share_hand_overs join counted_payments payment on payment.id = payment_id
  union all
  select teacher_id, 'refund', id, refunded_at, currency, 0, -teacher_share_cents
    from counted_payments where teacher_id is not null and refunded_at is not null
  union all
  select teacher_id, 'payout', id, paid_at, currency, 0, -amount_cents from teacher_payouts;
