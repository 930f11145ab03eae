-- Letters that are wanted, noted in the transaction that wants them and sent afterwards. No secret stands here: the
-- words, and a link with its signature, are made as a letter is sent.
create table mail_outbox (
  -- Also the letter's own number on the way: whoever gets it twice can tell.
  id uuid primary key default uuidv7(),
  kind text not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  address text not null check (length(address) between 3 and 254),
  locale text not null check (locale in ('es', 'en', 'fr', 'pt', 'de', 'ko', 'zh')),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 4000),
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp()
);
create index mail_outbox_by_turn on mail_outbox (next_attempt_at, id);

-- What somebody may do who holds a link that was sent to an address. The link's secret part is a signature of `id`,
-- so nothing here opens an account. A link is followed once.
create table account_links (
  id uuid primary key,
  purpose text not null check (purpose in ('reset-password', 'verify-email', 'change-email', 'sign-up')),
  user_id uuid references users on delete cascade,
  -- Where it was sent; for `change-email` the address to be.
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  -- For `sign-up`: who will be made of it (name, password hash, zone, locale); emptied as it is followed.
  newcomer jsonb check (pg_column_size(newcomer) <= 4000),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint a_newcomer_has_no_account check ((user_id is null) = (purpose = 'sign-up')),
  constraint only_newcomers_wait check ((newcomer is null) = (purpose <> 'sign-up'))
);
create index account_links_of_user on account_links (user_id);
create index account_links_by_age on account_links (expires_at);
