-- What happened, told to open browsers so that they read again (see decisions/0004).
-- A row is written in the transaction it reports. Ids become visible out of order; readers wait for the ones
-- they skipped (src/server/events/bookmark.ts).
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The people it concerns; null means everybody, visitors too.
  audience uuid[],
  subject uuid,
  created_at timestamptz not null default now()
);
create index events_by_age on events (created_at);

-- The first answer to each request that carries an Idempotency-Key, kept for a day.
create table idempotency_keys (
  person_id uuid not null,
  key text not null check (length(key) between 8 and 100),
  operation text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
