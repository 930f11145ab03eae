-- An import first makes a draft board. Confirming it makes it the live board in one transaction, so a reader sees the
-- old board or the new one, never a mixture. Earlier boards can be made live again for a while.
create table cup_boards (
  id uuid primary key default uuidv7(),
  -- The month of the figures, as its first day.
  season date not null check (season = date_trunc('month', season)),
  status text not null default 'draft' check (status in ('draft', 'live', 'archived')),
  row_count integer not null check (row_count >= 0),
  -- How many rows each language has, by the same code or text as in the rows.
  language_counts jsonb not null default '{}',
  -- Rows of the file that were left out: [{ file, line, reason }]. What they say is shown once, in the preview.
  rejected jsonb not null default '[]',
  -- The board whose place it was to take when the import was previewed: the preview shows the changes against it.
  compared_with uuid references cup_boards on delete set null,
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

-- The rows of a board never change after the import, so each row keeps its position in every order.
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
  -- Experience for each minute of learning, rounded down. Null when the file gives no time.
  xp_per_minute integer check (xp_per_minute >= 0),
  lessons integer not null default 0 check (lessons >= 0),
  other_activities integer not null default 0 check (other_activities >= 0),
  practice integer not null default 0 check (practice >= 0),
  stories integer not null default 0 check (stories >= 0),
  crazy_pairs integer not null default 0 check (crazy_pairs >= 0),
  -- Columns of the file that have no column here.
  extras jsonb not null default '{}',
  -- Positions count from 1: by experience (ties by streak, then name) and by streak (ties by experience, then name),
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
create index boards_by_season on cup_boards (season, live_at) where status <> 'draft';

-- The numbers of the cup that administrators set.
create table cup_settings (
  only_row boolean primary key default true check (only_row),
  -- Coins for the first three of each language.
  first_prize integer not null default 500 check (first_prize between 0 and 100000),
  second_prize integer not null default 300 check (second_prize between 0 and 100000),
  third_prize integer not null default 200 check (third_prize between 0 and 100000),
  -- A row with more experience for each minute than this wins nothing until an administrator releases it.
  most_xp_per_minute integer not null default 60 check (most_xp_per_minute between 1 and 10000),
  -- How many participants with experience a language needs for its prizes.
  fewest_participants integer not null default 1 check (fewest_participants between 1 and 1000)
);
insert into cup_settings default values;

-- Rows that an administrator looked at, for their month: released, so that prizes are open to them whatever their
-- experience for each minute, or held by hand.
create table cup_reviews (
  season date not null check (season = date_trunc('month', season)),
  username text not null check (username = lower(username)),
  held boolean not null,
  reviewed_by uuid references users on delete set null,
  reviewed_at timestamptz not null,
  primary key (season, username)
);

-- Months that are closed: their board stays, and their prizes are given once.
create table cup_seasons (
  season date constraint season_closes_once primary key check (season = date_trunc('month', season)),
  board_id uuid not null unique references cup_boards,
  closed_at timestamptz not null,
  closed_by uuid references users on delete set null
);

-- The prizes of closed months. A prize waits until a claim to its row is confirmed. It lapses once a later month is
-- closed and no claim to its row waits for an administrator.
create table cup_prizes (
  id uuid primary key default uuidv7(),
  season date not null references cup_seasons,
  row_id uuid not null references duolingo_rankings,
  language text not null,
  place integer not null check (place between 1 and 3),
  coins integer not null check (coins > 0),
  status text not null default 'waiting' check (status in ('waiting', 'paid', 'lapsed')),
  -- The person who got the coins, also once their account is deleted: the ledger has them under its id.
  user_id uuid references users on delete set null,
  settled_at timestamptz,
  constraint one_prize_a_place unique (season, language, place),
  constraint one_prize_a_row unique (row_id),
  constraint settled_says_when check ((status = 'waiting') = (settled_at is null)),
  constraint paid_prize_has_owner check (status = 'paid' or user_id is null)
);
create index prizes_waiting on cup_prizes (season) where status = 'waiting';

-- A user claims a row of the cup as theirs and an administrator confirms it. The claim names the user name at the
-- language app, which stays the same from board to board, while rows do not. A person who changed it there has a claim
-- for each user name, so that their rows of earlier boards stay theirs (decisions/0054).
create table cup_claims (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  username text not null check (length(username) between 1 and 200),
  -- The person typed the user name. One who pointed at a row of the board is not told its user name before the claim
  -- is confirmed.
  typed boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'rejected')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz,
  decided_by uuid references users,
  constraint decided_says_who check ((status = 'pending') = (decided_at is null))
);
create unique index one_claim_waits_a_person on cup_claims (user_id) where status = 'pending';
create unique index one_owner_a_row on cup_claims (lower(username)) where status = 'confirmed';

-- Who owns which row, by its user name in small letters, and since when they claim it. The planner takes the view
-- apart, so that `one_owner_a_row` serves it.
create view confirmed_cup_claims as
  select user_id, lower(username) as username, created_at from cup_claims where status = 'confirmed';

create index cup_claims_of_person on cup_claims (user_id, id);
create index cup_claims_waiting on cup_claims (created_at) where status = 'pending';

-- Rows whose activity counted as practice of the person who claimed them: once a month, also when another person claims
-- the row later.
create table cup_practice (
  season date not null check (season = date_trunc('month', season)),
  username text not null check (username = lower(username)),
  user_id uuid not null references users on delete cascade,
  -- The day that it counts for, on the person's own calendar (src/features/cup/claims/note-cup-practice.ts).
  day date not null,
  -- Whether the day is among the person's practice days already. A board with many owners is counted one after the
  -- other.
  counted boolean not null default false,
  constraint activity_counts_once primary key (season, username),
  constraint one_row_a_month unique (user_id, season)
);

-- The key of the hash that makes aliases. It never leaves the database, so an alias cannot be found by hashing user
-- names.
create table cup_alias_key (
  only_row boolean primary key default true check (only_row),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into cup_alias_key default values;

-- Users who asked the cup to show an alias instead of their name. Kids always have an alias.
create table cup_aliases (
  user_id uuid primary key references users on delete cascade
);

-- Rows whose address was that of a person who has another one now, or of a kid whose account was deleted. A person who
-- had proved the address goes on deciding whether the row has an alias. A kid who had not proved it gives the row an
-- alias.
create table cup_former_rows (
  row_id uuid not null references duolingo_rankings on delete cascade,
  -- Null once the account was deleted. The row then has an alias for good, since no account can choose otherwise.
  user_id uuid references users on delete cascade,
  -- Whether the person had proved the address.
  proved boolean not null,
  constraint one_former_row_a_person unique nulls not distinct (row_id, user_id)
);
create index cup_former_rows_of_person on cup_former_rows (user_id);

-- Notes the rows of every board that have an address which stops being that of the person.
create function leave_cup_rows(person uuid, address text, address_proved boolean) returns void language sql as $$
  insert into cup_former_rows as former (row_id, user_id, proved)
    select line.id, person, address_proved
    from cup_boards board join duolingo_rankings line on line.board_id = board.id
    where lower(line.email) = address
      and (address_proved or exists (select from profiles where user_id = person and age_group = 'kid'))
    on conflict (row_id, user_id) do update set proved = former.proved or excluded.proved
$$;

-- A deletion notes them itself (src/features/cup/erase-from-cup.ts), while the age group is still known.
create function leave_cup_rows_of_address() returns trigger language plpgsql as $$
begin
  perform leave_cup_rows(old.id, old.email, old.email_verified);
  return null;
end $$;
create trigger users_moved_leave_cup_rows after update of email on users for each row
  when (old.email <> new.email and new.deleted_at is null) execute function leave_cup_rows_of_address();

-- User names of rows whose full name administrators hide, on every board.
create table cup_hidden_names (
  username text primary key check (username = lower(username)),
  hidden_at timestamptz(3) not null
);

-- A number for a user name, 0 to 2^31 - 1, that cannot be computed without the key.
create function cup_alias_number(row_username text) returns integer language sql stable parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(key || lower(row_username), 'UTF8')), 'hex'), 8))::bit(32)::integer
    & 2147483647 from cup_alias_key
$$;

-- The rows of every board with what their owners decide. The one place that says who is shown under an alias, because a
-- view is planned together with the statement that reads it, while a function of a row would be started for each row.
-- - `owner_id`: the person whose row it is, by a confirmed claim, else by a verified e-mail address.
-- - `alias_number`: the number of the alias, null where the name is shown. A row has an alias where the row's own name
--   is hidden, and where its person is a kid, asked for one or has a hidden name. That person claimed it or, where no
--   claim is confirmed, has proved its address. A person who has not proved it counts only if they are a kid: any
--   visitor can sign up with another person's address and must not choose for them, but a child who opened no letter
--   yet must not be named. The person of the row ends that by a claim or by proving the address.
--   Without a confirmed claim, the person whose address it was counts as well. One who had proved it counts also when
--   another person proves it later: a claim alone can say that the row is that person's.
create view cup_lines as
  select line.*,
    coalesce(claim.user_id, case when mailed.email_verified then mailed.id end) as owner_id,
    claim.user_id is not null as is_claimed,
    case when claimer.age_group = 'kid' or mailed_profile.age_group = 'kid'
        or claimer_alias.user_id is not null
        or (mailed.email_verified and (mailed_alias.user_id is not null or mailed.name_alias is not null))
        -- Not joined, because the planner takes eight tables of a statement together; not `exists`, which it would
        -- answer by a hash of every user.
        or (select owner.name_alias from users owner where owner.id = claim.user_id) is not null
        or (select hidden.username from cup_hidden_names hidden where hidden.username = lower(line.username)) is not null
        or (claim.user_id is null and (select former.row_id from cup_former_rows former
          where former.row_id = line.id and (former.proved or mailed.email_verified is not true) and (
            former.user_id is null
            or (select profiles.age_group from profiles where profiles.user_id = former.user_id) = 'kid'
            or (former.proved and (
              (select asked.user_id from cup_aliases asked where asked.user_id = former.user_id) is not null
              or (select decider.name_alias from users decider where decider.id = former.user_id) is not null)))
          limit 1) is not null)
      then cup_alias_number(line.username) end as alias_number
  from duolingo_rankings line
  left join confirmed_cup_claims claim on claim.username = lower(line.username)
  left join profiles claimer on claimer.user_id = claim.user_id
  left join cup_aliases claimer_alias on claimer_alias.user_id = claim.user_id
  left join users mailed on mailed.email = lower(line.email) and claim.user_id is null
  left join profiles mailed_profile on mailed_profile.user_id = mailed.id
  left join cup_aliases mailed_alias on mailed_alias.user_id = mailed.id;

-- With a proved address the alias of its person counts. Few have one, so that proving an address invalidates the pages
-- of everybody for these alone.
create function invalidate_cup_of_proved() returns trigger language plpgsql as $$
begin
  if new.name_alias is not null or exists (select from cup_aliases where user_id = new.id) then
    perform publish_event('cup_aliases.stale', null), publish_event('cup.changed', null);
  end if;
  return null;
end $$;
create trigger users_proved_invalidate_cup after update of email_verified on users for each row
  when (old.email_verified <> new.email_verified) execute function invalidate_cup_of_proved();

create trigger cup_settings_invalidate after insert or update or delete or truncate on cup_settings
  for each statement execute function invalidate_shared();
create trigger cup_reviews_invalidate after insert or update or delete or truncate on cup_reviews
  for each statement execute function invalidate_shared();
create trigger cup_boards_invalidate after insert or update or delete or truncate on cup_boards
  for each statement execute function invalidate_shared();
create trigger duolingo_rankings_invalidate after insert or update or delete or truncate on duolingo_rankings
  for each statement execute function invalidate_shared();
create trigger cup_seasons_invalidate after insert or update or delete or truncate on cup_seasons
  for each statement execute function invalidate_shared();
create trigger cup_claims_invalidate after insert or update or delete or truncate on cup_claims
  for each statement execute function invalidate_shared();
create trigger cup_aliases_invalidate after insert or update or delete or truncate on cup_aliases
  for each statement execute function invalidate_shared();
create trigger cup_former_rows_invalidate after insert or update or delete or truncate on cup_former_rows
  for each statement execute function invalidate_shared();
create trigger cup_hidden_names_invalidate after insert or update or delete or truncate on cup_hidden_names
  for each statement execute function invalidate_shared();
create trigger cup_alias_key_invalidate after insert or update or delete or truncate on cup_alias_key
  for each statement execute function invalidate_shared();
