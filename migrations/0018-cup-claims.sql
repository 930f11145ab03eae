-- Somebody says which row of the cup is theirs; an administrator confirms. The user name at the language app
-- stays from board to board, rows do not.
create table cup_claims (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  username text not null check (length(username) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'rejected')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz,
  decided_by uuid references users,
  constraint decided_says_who check ((status = 'pending') = (decided_at is null))
);
create unique index one_claim_a_person on cup_claims (user_id) where status <> 'rejected';
create unique index one_owner_a_row on cup_claims (lower(username)) where status = 'confirmed';
create index cup_claims_waiting on cup_claims (created_at) where status = 'pending';
create index rankings_by_username on duolingo_rankings (board_id, lower(username));
create index rankings_by_email on duolingo_rankings (board_id, lower(email)) where email is not null;

-- Whoever would rather not be named in the cup; kids never are.
alter table profiles add column cup_alias boolean not null default false;

-- What aliases are made with. It never leaves the database, so an alias cannot be made from a user name by guessing.
create table cup_alias_key (
  only_one boolean primary key default true check (only_one),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into cup_alias_key default values;

-- Whether a row of the cup is a kid's, or of somebody who hides, by a confirmed claim or by its e-mail.
create function hides_in_cup(row_username text, row_email text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from (
      select user_id from cup_claims where status = 'confirmed' and lower(username) = lower(row_username)
      union all select id from users where email = lower(row_email)
    ) owner join profiles using (user_id)
    where age_group = 'kid' or cup_alias)
$$;

-- A number that stands for a user name and for nobody else's to compute: 0 to 2^31 - 1.
create function cup_alias_number(row_username text) returns integer language sql stable parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(key || lower(row_username), 'UTF8')), 'hex'), 8))::bit(32)::integer
    & 2147483647 from cup_alias_key
$$;
