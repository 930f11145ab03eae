-- An import first becomes a draft board; confirming it makes it the live one in a single transaction, so a
-- reader sees the old board or the new one. Earlier boards stay and can be put back.
create table cup_boards (
  id uuid primary key default uuidv7(),
  -- The month the figures belong to, as its first day.
  season date not null check (season = date_trunc('month', season)),
  status text not null default 'draft' check (status in ('draft', 'live', 'archived')),
  row_count integer not null check (row_count >= 0),
  -- How many rows each language has, by the same code or text that the rows hold.
  language_counts jsonb not null default '{}',
  -- Rows of the file that were left out: [{ line, reason, text }].
  rejected jsonb not null default '[]',
  -- The board that was live when the import was previewed: what the shown changes refer to.
  compared_with uuid references cup_boards,
  imported_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- When and by whom it was last made the live one.
  live_at timestamptz,
  live_by uuid references users on delete set null,
  -- An empty file never wipes the cup.
  check (status = 'draft' or (row_count > 0 and live_at is not null))
);
create unique index one_live_board on cup_boards (status) where status = 'live';
create index boards_by_time on cup_boards (live_at, id) where status <> 'draft';

-- A board's rows never change once imported, so each row keeps its place in every order it is read in.
create table duolingo_rankings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references cup_boards on delete cascade,
  full_name text collate "es-x-icu" not null check (length(full_name) between 1 and 200),
  username text not null check (length(username) between 1 and 200),
  email text check (length(email) <= 254),
  classroom text check (length(classroom) <= 200),
  -- The registry's code where the language is known, else the file's own text.
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
  -- Columns of the export that have none of their own here.
  extras jsonb not null default '{}',
  -- From 1: by experience (ties by streak, then name) and by streak (ties by experience, then name), among
  -- everybody and among those of the same language.
  xp_place integer not null check (xp_place > 0),
  streak_place integer not null check (streak_place > 0),
  xp_place_in_language integer not null check (xp_place_in_language > 0),
  streak_place_in_language integer not null check (streak_place_in_language > 0),
  unique (board_id, xp_place),
  unique (board_id, streak_place),
  unique (board_id, language, xp_place_in_language),
  unique (board_id, language, streak_place_in_language)
);
