-- The price of a month in each tier, edited by administrators.
create table plans (
  tier text primary key check (tier in ('free', 'basic', 'premium', 'vip')),
  price_cents integer not null check (price_cents >= 0),
  currency text not null default 'USD'
);
insert into plans (tier, price_cents) values ('free', 0), ('basic', 1000), ('premium', 2000), ('vip', 3000);

-- A user without a row has the free tier.
create table user_memberships (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  tier text not null references plans,
  -- The tier from the next month on.
  next_tier text references plans,
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  -- A paid membership stays in force past its end: a few days once the next month could not be charged, so that a late
  -- payment takes nothing away, and longer while the provider says neither that it was charged nor that it failed.
  grace_ends_at timestamptz,
  -- When the provider said that it could not charge the month after the paid one; null while it has not.
  charge_failed_at timestamptz,
  -- When it was cancelled: it then ends with the time that was paid.
  cancelled_at timestamptz,
  subscription_ref text unique,
  -- The end of which the person was told beforehand. Where months are added, the next end is another one.
  told_of_end_at timestamptz,
  provider text check (provider in ('stripe', 'test', 'manual')),
  check (ends_at > started_at),
  constraint grace_follows check (grace_ends_at is null or grace_ends_at >= ends_at)
);
-- Administrators list people by the end of their plan.
create index memberships_by_end on user_memberships (ends_at, user_id) where tier <> 'free' and ends_at is not null;
-- Whether a membership is in force at an instant, its grace included. A plain expression, which PostgreSQL inlines.
create function is_in_force(ends_at timestamptz, grace_ends_at timestamptz, at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select ends_at is null or greatest(ends_at, grace_ends_at) > at
$$;

-- The tier in force of each user at an instant. A user without a row has the free tier.
-- PostgreSQL inlines it too, so a join uses the index on `user_id`.
create function tiers_in_force(at timestamptz)
returns table (user_id uuid, tier text, ends_at timestamptz) language sql stable parallel safe as $$
  select user_id, tier, ends_at from user_memberships
    where tier <> 'free' and is_in_force(ends_at, grace_ends_at, at)
$$;

create trigger tier_changed after insert or update or delete on user_memberships
  for each row execute function publish_access_changed();
create trigger memberships_inserted_invalidate after insert on user_memberships
  referencing new table as changed for each statement execute function invalidate_own();
create trigger memberships_updated_invalidate after update on user_memberships
  referencing new table as changed for each statement execute function invalidate_own();
create trigger memberships_deleted_invalidate after delete on user_memberships
  referencing old table as changed for each statement execute function invalidate_own();
create trigger memberships_emptied_invalidate after truncate on user_memberships
  for each statement execute function invalidate_shared();

-- Payments are an earlier feature, so their tables exist before `plans`. Their foreign keys to it are added here.
alter table payments
  add constraint payments_tier_fkey foreign key (tier) references plans;
alter table subscriptions
  add constraint subscriptions_tier_fkey foreign key (tier) references plans,
  add constraint subscriptions_next_tier_fkey foreign key (next_tier) references plans,
  add constraint subscriptions_requested_tier_fkey foreign key (requested_tier) references plans;

create trigger plans_invalidate after insert or update or delete or truncate on plans
  for each statement execute function invalidate_shared();
