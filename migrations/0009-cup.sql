-- An import first becomes a draft board; confirming it makes it the live one in a single update, so a
-- reader sees the old board or the new one. Earlier boards stay and can be put back.
create table cup_boards (
  id uuid primary key default uuidv7(),
  -- The month the figures belong to, as its first day.
  season date not null check (season = date_trunc('month', season)),
  status text not null default 'draft' check (status in ('draft', 'live', 'archived')),
  row_count integer not null check (row_count >= 0),
  rejected jsonb not null default '[]',
  imported_by uuid not null references users,
  created_at timestamptz not null default now(),
  live_at timestamptz
);
create unique index one_live_board on cup_boards (status) where status = 'live';

create table duolingo_rankings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references cup_boards on delete cascade,
  full_name text not null check (length(full_name) between 1 and 200),
  username text not null check (length(username) between 1 and 200),
  email text,
  classroom text,
  language text not null default '',
  streak_days integer not null default 0,
  completed_sections integer not null default 0,
  total_sections integer not null default 0,
  completion_percentage numeric(6, 2) not null default 0,
  practice_days integer not null default 0,
  total_exp integer not null default 0,
  learning_time text not null default '0h 0m',
  lessons integer not null default 0,
  other_activities integer not null default 0,
  practice integer not null default 0,
  stories integer not null default 0,
  crazy_pairs integer not null default 0,
  -- Columns of the export that have none of their own here.
  extras jsonb not null default '{}'
);
create index cup_in_order on duolingo_rankings (board_id, total_exp desc, streak_days desc, full_name, id);
create index cup_in_order_by_language on duolingo_rankings (board_id, language, total_exp desc, streak_days desc, full_name, id);
