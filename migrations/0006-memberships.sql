-- Prices of a month in each tier: data, edited by administrators.
create table plans (
  tier text primary key check (tier in ('free', 'basic', 'premium', 'vip')),
  price_cents integer not null check (price_cents >= 0),
  currency text not null default 'USD'
);
insert into plans (tier, price_cents) values ('free', 0), ('basic', 1000), ('premium', 2000), ('vip', 3000);

-- No row means the free tier.
create table user_memberships (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  tier text not null references plans,
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  check (ends_at > started_at)
);
create trigger tier_changed after insert or update or delete on user_memberships
  for each row execute function tell_access_changed();
