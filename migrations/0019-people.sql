-- Finding somebody among tens of thousands by a piece of their name or address, whatever its accents and case.
-- Letters with marks come apart (NFKD) and lose the marks; a few have none to lose and are named.
create function folded(words text) returns text language sql immutable parallel safe strict as $$
  select translate(
    regexp_replace(lower(normalize(words, NFKD) collate "pg_c_utf8"), '[\u0300-\u036f]', '', 'g'),
    'øłđı', 'oldi')
$$;
alter table users add column search_text text generated always as (folded(name || ' ' || email)) stored;
create index users_by_time on users (created_at desc, id desc);
alter table users add column ban_reason text check (length(ban_reason) between 1 and 500);
create index banned_users on users (created_at desc, id desc) where banned_at is not null;

-- What the organisers' charts count, week by week. The ledger is written in the order of time, which a block range
-- index needs nothing more for: it costs a purchase next to nothing.
create index ledger_by_time on sumicoins_ledger using brin (created_at) with (pages_per_range = 32);
create index payments_by_completion on payments (completed_at) where completed_at is not null;
