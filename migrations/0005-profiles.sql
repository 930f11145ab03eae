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
  -- Days of practice in a row, up to `last_practice_day` on the user's own calendar: the last one practised or kept.
  streak_days integer not null default 0 check (streak_days >= 0),
  last_practice_day date,
  -- The user's own day when their zone last changed, and when it ends. A user's day never goes back before it.
  day_held date,
  day_held_until timestamptz,
  total_videos_watched integer not null default 0 check (total_videos_watched >= 0),
  -- Practice is added up in seconds. Screens show whole minutes, which follow from it.
  total_learning_seconds integer not null default 0 check (total_learning_seconds >= 0),
  total_learning_minutes integer not null generated always as (total_learning_seconds / 60) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Whether the age group and the consent of a guardian let a person into live classes: kids need it, adults do not. It
-- has no query of its own, so that PostgreSQL inlines it where it is called, and asks for the consent of kids alone.
create function may_join_live(their_age_group text, person uuid) returns boolean language sql stable as $$
  select their_age_group = 'adult' or has_guardian_consent(person)
$$;

-- The days on which a user practised, on their own calendar, and how often. The streak follows from them.
create table practice_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  practices integer not null check (practices > 0),
  -- Whether its coins were those of a day of the streak or of a full week.
  paid_as text check (paid_as in ('day', 'week')),
  primary key (user_id, day)
);

-- Days without practice that do not break a streak: a shield or a planned holiday covers them, or a journey over the
-- date line left them out.
create table kept_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  kept_by text not null check (kept_by in ('shield', 'holiday', 'journey')),
  primary key (user_id, day)
);

-- Shields, bought in the store. One is used by itself on a missed day, and covers no day before it was bought.
create table streak_shields (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  got_on date not null,
  used_on date,
  constraint a_shield_covers_later_days check (used_on >= got_on),
  constraint one_shield_a_day unique (user_id, used_on)
);

-- Holidays that a user planned before they began.
create table streak_holidays (
  user_id uuid not null references users on delete cascade,
  first_day date not null,
  last_day date not null,
  planned_on date not null,
  primary key (user_id, first_day),
  constraint a_holiday_is_planned_ahead check (first_day > planned_on and last_day >= first_day)
);

-- The zones that a user left, and when.
create table zone_changes (
  user_id uuid not null references users on delete cascade,
  changed_at timestamptz not null,
  zone_before text not null,
  primary key (user_id, changed_at)
);

-- The day of an instant on a user's own calendar: of the zone that they lived in then. A day that began before a change
-- of zone ends when it would have ended in the old zone, or later, so travelling shortens no day and repeats none.
create function own_day(person uuid, at timestamptz) returns date language sql stable as $$
  select coalesce(
    (select (at at time zone zone_before)::date from zone_changes
      where zone_changes.user_id = person and changed_at > at order by changed_at limit 1),
    case when at < day_held_until then day_held else greatest((at at time zone zone)::date, day_held) end)
  from users join profiles on profiles.user_id = users.id where users.id = person
$$;

-- To be called before a user's zone changes. A journey to a clock a whole day ahead leaves a day out, which is kept:
-- once in thirty days, because no user travels like that every other day.
create function hold_own_day(person uuid, new_zone text, at timestamptz) returns void language plpgsql as $$
declare
  old_zone text := (select zone from users where id = person for update);
  today date := own_day(person, at);
  held_until timestamptz;
begin
  if new_zone = old_zone then
    return;
  end if;
  insert into zone_changes values (person, at, old_zone) on conflict do nothing;
  update profiles set day_held = today,
      day_held_until = case when at < day_held_until then day_held_until
        else (today + 1)::timestamp at time zone old_zone end
    where user_id = person returning day_held_until into held_until;
  insert into kept_days (user_id, day, kept_by)
    select person, today + 1, 'journey'
    where (held_until at time zone new_zone)::date > today + 1
      and not exists (select from kept_days where user_id = person and kept_by = 'journey' and day > today - 30)
    on conflict do nothing;
end $$;

-- One shield more for a user, who has fewer than they may have in hand.
create function give_shield(person uuid) returns void language sql as $$
  insert into streak_shields (user_id, got_on) values (person, own_day(person, now()))
$$;

create function shields_in_hand(person uuid) returns integer language sql stable as $$
  select count(*)::integer from streak_shields where user_id = person and used_on is null
$$;

-- The days in a row that end with the last one: how many of them were practised, and how many weeks of them were paid.
-- A kept day joins the days beside it and is not counted.
create function current_streak(person uuid) returns table (days integer, first date, last date, weeks integer)
language sql stable as $$
  select count(*) filter (where practised)::integer, min(day), max(day),
    (count(*) filter (where paid_as = 'week'))::integer
  from (
    select day, practised, paid_as, max(day) over () as newest, row_number() over (order by day desc) as place
    from (
      select day, true as practised, paid_as from practice_days where practice_days.user_id = person
      union all
      select day, false, null from kept_days where kept_days.user_id = person and not exists (
        select from practice_days where practice_days.user_id = person and practice_days.day = kept_days.day)
    ) as either
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
create trigger kept_days_counted after insert or delete on kept_days for each row execute function count_streak();

-- Every new user gets a profile in the transaction that makes the account.
create function make_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (user_id) values (new.id);
  return null;
end $$;
create trigger new_user_gets_profile after insert on users for each row execute function make_profile();

create trigger age_group_changed after update of age_group on profiles for each row
  when (old.age_group is distinct from new.age_group) execute function publish_access_changed();

-- User names on other platforms, as typed. Only the owner and administrators see them.
create table oauth_connections (
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'facebook', 'twitter')),
  platform_username text not null check (length(platform_username) between 1 and 100),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (user_id, platform)
);

-- Shared pages show nothing of a profile but what follows from the age group.
create trigger profiles_invalidate after update of age_group on profiles for each row
  when (old.age_group <> new.age_group) execute function invalidate_shared();
create trigger profiles_made_invalidate after insert on profiles for each row
  when (new.age_group <> 'adult') execute function invalidate_shared();
-- What ranks the feed of this person.
create trigger profiles_changed_invalidate after update of level, goals on profiles for each row
  when ((old.level, old.goals) is distinct from (new.level, new.goals)) execute function invalidate_own_row('user_id');
create trigger profiles_gone_invalidate after delete or truncate on profiles
  for each statement execute function invalidate_shared();
