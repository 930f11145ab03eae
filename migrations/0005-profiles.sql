-- The languages of the registry in src/shared/languages.ts. Columns that hold one of them are checked against it.
create function language_codes() returns text[] language sql immutable parallel safe
  return array['en', 'es', 'fr', 'it', 'pt', 'de', 'zh', 'ko', 'ja', 'nah', 'ar', 'ru', 'hi', 'eo'];

-- What a user says about themselves, and the totals of their practice.
create table profiles (
  user_id uuid primary key references users on delete cascade,
  country text check (length(country) between 1 and 60),
  age_group text not null default 'adult' check (age_group in ('adult', 'kid')),
  -- Whether the user said, or an administrator set, which age group is theirs; until then it is taken for `adult`.
  age_answered boolean not null default false,
  languages text[] not null default '{}' check (cardinality(languages) <= 20) check (languages <@ language_codes()),
  level text check (level in ('basic', 'intermediate', 'advanced')),
  goals text[] not null default '{}',
  learning_style text[] not null default '{}',
  available_time text,
  modality text[] not null default '{}',
  -- Days in a row with practice, up to `last_practice_day` in the user's own time zone.
  streak_days integer not null default 0 check (streak_days >= 0),
  last_practice_day date,
  total_videos_watched integer not null default 0 check (total_videos_watched >= 0),
  -- Practice is added up in seconds. Screens show whole minutes, which follow from it.
  total_learning_seconds integer not null default 0 check (total_learning_seconds >= 0),
  total_learning_minutes integer not null generated always as (total_learning_seconds / 60) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The days on which a user practised, on their own calendar, and how often. The streak follows from them.
create table practice_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  practices integer not null check (practices > 0),
  -- Whether its coins were those of a day of the streak or of a full week.
  paid_as text check (paid_as in ('day', 'week')),
  primary key (user_id, day)
);

-- The days in a row that end with the last one, and how many weeks of them were paid.
create function current_streak(person uuid) returns table (days integer, first date, last date, weeks integer)
language sql stable as $$
  select count(*)::integer, min(day), max(day), (count(*) filter (where paid_as = 'week'))::integer from (
    select day, paid_as, max(day) over () as newest, row_number() over (order by day desc) as place
    from practice_days where practice_days.user_id = person
  ) as days where day = newest - (place::integer - 1)
$$;

-- Keeps the streak equal to the days in a row that end with the last one, whatever code writes them and in which order.
create function count_streak() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  update profiles set (streak_days, last_practice_day) = (select days, last from current_streak(person))
  where profiles.user_id = person;
  return null;
end $$;
create trigger streak_counted after insert or delete on practice_days for each row execute function count_streak();

-- Every new user gets a profile in the transaction that makes the account.
create function make_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (user_id) values (new.id);
  return null;
end $$;
create trigger new_user_gets_profile after insert on users for each row execute function make_profile();

create trigger age_group_changed after update of age_group on profiles for each row
  when (old.age_group is distinct from new.age_group) execute function tell_access_changed();

-- User names on other platforms, as typed. Only the owner and administrators see them.
create table oauth_connections (
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'facebook', 'twitter')),
  platform_username text not null check (length(platform_username) between 1 and 100),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (user_id, platform)
);

-- Of a profile, shared pages show only what follows from the age group.
create trigger profiles_tell_stale after update of age_group on profiles for each row
  when (old.age_group <> new.age_group) execute function tell_stale();
create trigger profiles_made_tell_stale after insert on profiles for each row
  when (new.age_group <> 'adult') execute function tell_stale();
create trigger profiles_gone_tell_stale after delete or truncate on profiles
  for each statement execute function tell_stale();
