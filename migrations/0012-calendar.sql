-- Deleting a class or an own event also removes its calendar event. The argument names the column of the event's id.
create function forget_event() returns trigger language plpgsql as $$
begin
  perform put_due('sync-calendar', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create trigger calendar_forgets_class after delete on classes
  for each row when (old.calendar_event_id is not null)
  execute function forget_event('calendar_event_id');

-- Events that a teacher or administrator put into the calendar without a class.
create table calendar_own_events (
  event_id text primary key check (length(event_id) between 5 and 1024),
  owner_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 2000),
  starts_at timestamptz(3) not null,
  zone text not null check (length(zone) <= 64),
  duration_minutes integer not null check (duration_minutes between 10 and 480),
  created_at timestamptz not null default now(),
  synced_at timestamptz
);
create index calendar_own_events_of on calendar_own_events (owner_id);
create trigger calendar_forgets_own_event after delete on calendar_own_events
  for each row execute function forget_event('event_id');

-- Which event of the outside calendar became which class. The row stays when the class is deleted, so that the event
-- is imported once.
create table calendar_imports (
  event_id text primary key check (length(event_id) between 1 and 1024),
  class_id uuid references classes on delete set null,
  -- A digest of each part of the event as it was last read: only what changed since is brought into the class, so that
  -- what an organiser changed in Sumi stays.
  digests jsonb not null check (jsonb_typeof(digests) = 'object' and pg_column_size(digests) <= 1000),
  -- The event that this one repeats, and the local day of this repetition. The id of a repetition names its time, so an
  -- event that repeats at another hour is known again by these two.
  recurring_event_id text check (length(recurring_event_id) between 1 and 1024),
  day date not null,
  imported_by uuid references users on delete set null,
  imported_at timestamptz not null default now()
);
create index calendar_imports_by_day on calendar_imports (recurring_event_id, day) where recurring_event_id is not null;
create index calendar_imports_of_class on calendar_imports (class_id);

-- The calendar that the classes were sent to, and the service of their meeting rooms. After a change of the calendar,
-- all upcoming classes are sent to it. After a change of the rooms, upcoming classes without a meeting link get one.
create table calendar_connection (
  only_row boolean primary key default true check (only_row),
  calendar text not null,
  rooms text not null
);

-- Secret addresses that calendar programs read: one for each user who asks, and one for teachers and administrators.
create table calendar_feeds (
  secret text primary key check (length(secret) = 43),
  user_id uuid unique references users on delete cascade,
  created_at timestamptz(3) not null default now()
);
create unique index one_organisers_feed on calendar_feeds ((true)) where user_id is null;

-- The address of the organisers' feed ends when a person who may know it is no administrator any more, whatever code
-- takes the right. At the commit, because a change of role takes every role and then gives one.
create function end_organisers_feed() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'id');
begin
  if exists (select from user_roles join users on id = user_id
      where user_id = person and user_roles.role = 'admin' and banned_at is null) then
    return null;
  end if;
  delete from calendar_feeds where user_id is null;
  if found then
    perform publish_event('calendar.changed', array(select user_id from user_roles where role = 'admin'));
  end if;
  return null;
end $$;
create constraint trigger former_administrator_reads_no_calendar after delete on user_roles
  deferrable initially deferred for each row when (old.role = 'admin') execute function end_organisers_feed();
create constraint trigger banned_administrator_reads_no_calendar after update of banned_at on users
  deferrable initially deferred for each row when (new.banned_at is not null and old.role = 'admin')
  execute function end_organisers_feed();
