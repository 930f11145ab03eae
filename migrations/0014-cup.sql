-- An import first makes a draft board. Confirming it makes it the live board in one transaction, so a reader sees the
-- old board or the new one, never a mixture. Earlier boards stay and can be made live again.
create table cup_boards (
  id uuid primary key default uuidv7(),
  -- The month of the figures, as its first day.
  season date not null check (season = date_trunc('month', season)),
  status text not null default 'draft' check (status in ('draft', 'live', 'archived')),
  row_count integer not null check (row_count >= 0),
  -- How many rows each language has, by the same code or text as in the rows.
  language_counts jsonb not null default '{}',
  -- Rows of the file that were left out: [{ line, reason, text }].
  rejected jsonb not null default '[]',
  -- The board that was live when the import was previewed: the preview shows the changes against it.
  compared_with uuid references cup_boards,
  imported_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- When it was last made live, and by which administrator.
  live_at timestamptz,
  live_by uuid references users on delete set null,
  -- An empty file never becomes the live board.
  check (status = 'draft' or (row_count > 0 and live_at is not null))
);
create unique index one_live_board on cup_boards (status) where status = 'live';
create index boards_by_time on cup_boards (live_at, id) where status <> 'draft';

-- The rows of a board never change after the import, so each row keeps its place in every order.
create table duolingo_rankings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references cup_boards on delete cascade,
  full_name text collate "es-x-icu" not null check (length(full_name) between 1 and 200),
  username text not null check (length(username) between 1 and 200),
  email text check (length(email) <= 254),
  classroom text check (length(classroom) <= 200),
  -- The registry's code of a known language, else the text of the file.
  language text not null default '' check (length(language) <= 60),
  streak_days integer not null default 0 check (streak_days >= 0),
  completed_sections integer not null default 0 check (completed_sections >= 0),
  total_sections integer not null default 0 check (total_sections >= 0),
  completion_percentage numeric(6, 2) not null default 0 check (completion_percentage >= 0),
  practice_days integer not null default 0 check (practice_days >= 0),
  total_exp integer not null default 0 check (total_exp >= 0),
  learning_time text not null default '0h 0m' check (length(learning_time) <= 40),
  lessons integer not null default 0 check (lessons >= 0),
  other_activities integer not null default 0 check (other_activities >= 0),
  practice integer not null default 0 check (practice >= 0),
  stories integer not null default 0 check (stories >= 0),
  crazy_pairs integer not null default 0 check (crazy_pairs >= 0),
  -- Columns of the file that have no column here.
  extras jsonb not null default '{}',
  -- Places count from 1: by experience (ties by streak, then name) and by streak (ties by experience, then name),
  -- among all rows and among the rows of the same language.
  xp_position integer not null check (xp_position > 0),
  streak_position integer not null check (streak_position > 0),
  xp_position_in_language integer not null check (xp_position_in_language > 0),
  streak_position_in_language integer not null check (streak_position_in_language > 0),
  unique (board_id, xp_position),
  unique (board_id, streak_position),
  unique (board_id, language, xp_position_in_language),
  unique (board_id, language, streak_position_in_language)
);
create index rankings_by_username on duolingo_rankings (board_id, lower(username));
create index rankings_by_email on duolingo_rankings (board_id, lower(email)) where email is not null;

-- A user claims a row of the cup as theirs and an administrator confirms it. The claim names the user name at the
-- language app, which stays the same from board to board, while rows do not.
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

-- The key of the hash that makes aliases. It never leaves the database, so an alias cannot be found by hashing user
-- names.
create table cup_alias_key (
  only_one boolean primary key default true check (only_one),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into cup_alias_key default values;

-- Users who asked the cup to show an alias instead of their name. Kids always have an alias.
create table cup_aliases (
  user_id uuid primary key references users on delete cascade
);

-- Whether a row of the cup must show an alias: its owner, by a confirmed claim or by e-mail address, is a kid or
-- asked for one.
create function hides_in_cup(row_username text, row_email text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from (
      select user_id from cup_claims where status = 'confirmed' and lower(username) = lower(row_username)
      union all select id from users where email = lower(row_email)
    ) owner join profiles using (user_id)
    where age_group = 'kid' or exists (select from cup_aliases where cup_aliases.user_id = owner.user_id))
$$;

-- A number for a user name, 0 to 2^31 - 1, that cannot be computed without the key.
create function cup_alias_number(row_username text) returns integer language sql stable parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(key || lower(row_username), 'UTF8')), 'hex'), 8))::bit(32)::integer
    & 2147483647 from cup_alias_key
$$;
