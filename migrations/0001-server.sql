-- Tables and functions of the server itself (src/server), which know no feature.

-- What happened. The server sends each row to the open browsers, which then fetch again (decisions/0004).
-- A row is written in the transaction that it reports. Ids can become visible out of order, so a reader waits for
-- the ids that it skipped (src/server/events/event-cursor.ts).
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The users who are told. Null means everybody, visitors included.
  audience uuid[],
  subject uuid,
  created_at timestamptz not null default now()
);
create index events_by_age on events (created_at);

-- Writes an event; a transaction that writes the same again writes it once, so an act on many rows is one event. What
-- was written is kept in a setting of the transaction, up to a length that is searched fast. Not a trigger on the
-- table: a row that it drops would have used an id, and readers wait for missing ids. TypeScript has
-- src/server/events/publish.ts.
create function publish_event(kind text, audience uuid[], subject uuid default null)
returns void language plpgsql as $$
declare
  published text := coalesce(current_setting('sumi.published', true), '');
  this text := concat('|', kind, ' ', audience, ' ', subject, '|');
begin
  if strpos(published, this) > 0 then return; end if;
  if length(published) + length(this) < 8000 then perform set_config('sumi.published', published || this, true); end if;
  insert into events (kind, audience, subject) values (publish_event.kind, publish_event.audience, publish_event.subject);
end $$;

-- The trigger function of tables that shared pages are read from (src/server/shared-pages): every server process drops
-- the pages that it keeps of that table. A test compares the triggers with what the pages read.
create function invalidate_shared() returns trigger language plpgsql as $$
begin
  perform publish_event(tg_table_name || '.stale', null);
  return null;
end $$;

-- The trigger functions of tables of which a page holds one person's own rows: every server process drops what it keeps
-- of that page for this person. The first is for statements, with their rows as `changed`; where they are a great many
-- people's, everybody is told. The second is for single rows; its argument is the column with the person.
create function invalidate_own() returns trigger language plpgsql as $$
declare
  people uuid[] := (select array_agg(distinct user_id) from changed);
begin
  if people is not null then
    perform publish_event(tg_table_name || '.stale', case when cardinality(people) <= 1000 then people end);
  end if;
  return null;
end $$;
create function invalidate_own_row() returns trigger language plpgsql as $$
begin
  perform publish_event(tg_table_name || '.stale', array[(to_jsonb(new) ->> tg_argv[0])::uuid]);
  return null;
end $$;

-- The trigger function of tables whose new rows are told to the browsers of their people. Its argument is the kind of
-- the event; the rows are `changed`.
create function publish_to_people() returns trigger language plpgsql as $$
declare
  people uuid[] := (select array_agg(distinct user_id) from changed);
begin
  if people is not null then
    perform publish_event(tg_argv[0], people);
  end if;
  return null;
end $$;

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

-- Stores an answer under the request's Idempotency-Key, inside the statement that made the answer
-- (src/server/db/once.ts). The primary key rejects a key that is already used, which rolls that statement back.
-- A refusal is returned but not stored, and so is an answer without a key.
create function keep_answer(person uuid, token text, asked text, hash text, said jsonb)
returns jsonb language plpgsql as $$
begin
  if token is not null and not said ? 'refused' then
    insert into idempotency_keys (person_id, key, operation, request_hash, answer)
      values (person, token, asked, hash, said);
  end if;
  return said;
end $$;

-- The trigger function of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What is to be done outside of a transaction, such as sending a letter or asking a payment provider for a refund:
-- one row for each kind of work and row it is about, written in the transaction that makes it necessary
-- (decisions/0010). Chores, which are done again and again, have one row each. A row is deleted when its work is done.
create table due_work (
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The key of the row it is about. That row says what is to be done; this one only when to try.
  subject text not null check (length(subject) between 1 and 1024),
  due_at timestamptz not null,
  -- Attempts since it was last made due. 0 while a process works on it: it was made due again since that process began.
  attempts integer not null default 0,
  -- A process works on it, and renews `leased_until` every few seconds until it has finished.
  lease uuid,
  leased_until timestamptz,
  last_error text check (length(last_error) <= 500),
  -- When the first of the attempts that failed in a row did.
  failing_since timestamptz,
  primary key (kind, subject),
  constraint leased_until_when check ((lease is null) = (leased_until is null))
);
-- With the subject, so that of thousands that are due at the same instant a claim reads one.
create index due_work_by_turn on due_work (kind, due_at, subject);
create unique index due_work_by_lease on due_work (lease) where lease is not null;

-- Wants work for a row, once however often it is called. The lease stays: two processes never work on one row.
-- Without an instant the work is due at once, whatever the clock of the server says.
create function put_due(wanted_kind text, wanted_subject text, at timestamptz default 'epoch')
returns void language sql as $$
  insert into due_work (kind, subject, due_at) values (wanted_kind, wanted_subject, at)
    on conflict (kind, subject) do update
      set due_at = excluded.due_at, attempts = 0, last_error = null, failing_since = null
$$;

-- Counted attempts, shared by all server processes (src/server/limits). Only the server's own code writes it: a library
-- that shares the table would sweep it by its own, shorter times.
create table rate_limits (
  key text collate "C" primary key,
  count integer not null check (count >= 0),
  -- The time of the last attempt that was allowed.
  last_at timestamptz(3) not null
);

-- Outgoing mail (an outbox). A row is written in the transaction that causes the letter, and sent afterwards.
-- It holds no secret: the text, and a link with its signature, are made when the letter is sent.
create table mail_outbox (
  -- Also the letter's Message-ID, so that a mail program can drop a duplicate.
  id uuid primary key default uuidv7(),
  kind text not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  address text not null check (length(address) between 3 and 254),
  locale text not null check (locale in ('es', 'en', 'fr', 'pt', 'de', 'ko', 'zh')),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 4000),
  created_at timestamptz not null default clock_timestamp()
);

-- Outgoing text messages, likewise: they hold codes that are good for minutes, so a row is gone as soon.
create table sms_outbox (
  id uuid primary key default uuidv7(),
  kind text not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 4000),
  created_at timestamptz not null default clock_timestamp()
);
-- How many text messages were sent on a day (UTC): each costs money, so there is a most. No number is kept.
create table sms_days (
  day date primary key,
  sent integer not null check (sent >= 0)
);

-- Events of the built-in calendar, which is used where no outside calendar is set up (src/server/calendar).
create table calendar_events (
  event_id text primary key check (length(event_id) between 5 and 1024),
  title text not null check (length(title) between 1 and 300),
  description text not null default '',
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  zone text not null,
  location text,
  sequence integer not null default 0,
  updated_at timestamptz not null default now()
);
create index calendar_events_by_start on calendar_events (starts_at);

-- Text without case and accents, for finding what a person typed from memory (src/server/db/has-words.ts).
-- NFKD splits a letter from its marks, and the marks are dropped. A few letters do not split and are translated.
create function folded(words text) returns text language sql immutable parallel safe strict as $$
  select translate(
    regexp_replace(lower(normalize(words, NFKD) collate "pg_c_utf8"), '[\u0300-\u036f]', '', 'g'),
    'øłđı', 'oldi')
$$;

-- Takes letters and text messages of a kind and a person out of their outboxes: those that wait are not sent.
create function withdraw_mail(what text, person uuid) returns void language sql as $$
  delete from mail_outbox where kind = what and detail ->> 'userId' = person::text
$$;
create function withdraw_sms(what text, person uuid) returns void language sql as $$
  delete from sms_outbox where kind = what and detail ->> 'userId' = person::text
$$;
