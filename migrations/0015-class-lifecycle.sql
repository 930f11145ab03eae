-- What happens to a class after it is put on the calendar.
alter table classes
  -- Counts what organisers change, so that two who edit at once do not undo each other. Seats do not move it.
  add column version integer not null default 1 check (version > 0),
  -- What a seat costs somebody whose tier does not reach; null: it cannot be bought singly.
  add column price_cents integer default default_seat_price() check (price_cents between 50 and 1000000),
  add column currency text not null default default_seat_currency() check (currency ~ '^[A-Z]{3}$'),
  add column cancelled_at timestamptz,
  add column cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- The event in the outside calendar. The row is its own outbox: whoever changes what the event shows sets
  -- `calendar_wanted_at`, and a worker brings the calendar up to it, as often as it takes.
  add column calendar_event_id text unique check (length(calendar_event_id) between 5 and 1024),
  add column calendar_wanted_at timestamptz(3),
  add column calendar_synced_at timestamptz,
  add column calendar_attempts integer not null default 0,
  add column calendar_next_attempt_at timestamptz,
  -- A worker is asking the calendar: nobody else asks about this class before then.
  add column calendar_taken_until timestamptz(3),
  add column calendar_error text check (length(calendar_error) <= 500),
  -- How often what a calendar shows has changed, and when last: programs take the higher number for the newer.
  add column calendar_sequence integer not null default 0,
  add column calendar_changed_at timestamptz(3) not null default now(),
  -- Made from an event of the outside calendar, not the other way round.
  add column imported boolean not null default false,
  add constraint cancelled_says_when check ((status = 'cancelled') = (cancelled_at is not null));
create index classes_to_sync on classes (calendar_next_attempt_at) where calendar_wanted_at is not null;

create function count_calendar_changes() returns trigger language plpgsql as $$
begin
  if (new.title, new.description, new.starts_at, new.zone, new.duration_minutes, new.status)
      is distinct from (old.title, old.description, old.starts_at, old.zone, old.duration_minutes, old.status) then
    new.calendar_sequence := old.calendar_sequence + 1;
    new.calendar_changed_at := now();
  end if;
  return new;
end $$;
create trigger calendar_changes_counted before update on classes
  for each row execute function count_calendar_changes();

-- Events that nobody wants any more and that the outside calendar may still have.
create table calendar_removals (
  event_id text primary key check (length(event_id) between 5 and 1024),
  wanted_at timestamptz(3) default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  taken_until timestamptz(3),
  error text check (length(error) <= 500)
);

-- No class goes without its event going too. While a worker may still be writing that event, the removal waits.
-- Takes the names of two columns: the event's id, and until when a worker has it.
create function forget_event() returns trigger language plpgsql as $$
begin
  insert into calendar_removals (event_id, next_attempt_at)
    values (to_jsonb(old) ->> tg_argv[0], (to_jsonb(old) ->> tg_argv[1])::timestamptz)
    on conflict (event_id) do update set wanted_at = excluded.wanted_at, attempts = 0,
      next_attempt_at = excluded.next_attempt_at, error = null;
  return null;
end $$;
create trigger calendar_forgets_class after delete on classes
  for each row when (old.calendar_event_id is not null) execute function forget_event('calendar_event_id', 'calendar_taken_until');

-- Events that an organiser put into the calendar without a class. Their own outbox, as a class is.
create table calendar_own_events (
  event_id text primary key check (length(event_id) between 5 and 1024),
  owner_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 2000),
  starts_at timestamptz(3) not null,
  zone text not null check (length(zone) <= 64),
  duration_minutes integer not null check (duration_minutes between 10 and 480),
  created_at timestamptz not null default now(),
  wanted_at timestamptz(3),
  synced_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  taken_until timestamptz(3),
  error text check (length(error) <= 500)
);
create index calendar_own_events_to_sync on calendar_own_events (next_attempt_at) where wanted_at is not null;
create trigger calendar_forgets_own_event after delete on calendar_own_events
  for each row execute function forget_event('event_id', 'taken_until');
-- Which event of the outside calendar became which class: each once, also when its class is gone.
create table calendar_imports (
  event_id text primary key check (length(event_id) between 1 and 1024),
  class_id uuid references classes on delete set null,
  -- What the event said when it was last read, as a digest: only what changed since is brought over.
  fingerprint text not null,
  imported_by uuid references users on delete set null,
  imported_at timestamptz not null default now()
);
create index calendar_imports_of_class on calendar_imports (class_id);

-- Which calendar the classes were brought to, and whose rooms they meet in: others have none of them yet.
create table calendar_connection (
  only_row boolean primary key default true check (only_row),
  calendar text not null,
  rooms text not null
);

-- Secret addresses under which calendar programs read: a person's own, and one for the organisers.
create table calendar_feeds (
  secret text primary key check (length(secret) = 43),
  user_id uuid unique references users on delete cascade,
  created_at timestamptz(3) not null default now()
);
create unique index one_organisers_feed on calendar_feeds ((true)) where user_id is null;

-- The built-in calendar's events, used where no outside calendar is set up.
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

alter table class_enrollments
  -- The payment that bought the seat; while that is pending the seat is only held.
  add column payment_id uuid references payments,
  add column held_until timestamptz,
  -- Null while the roll has not been called.
  add column attended boolean,
  add column marked_at timestamptz,
  add column marked_by uuid references users,
  -- The learning time given for being there: once, and kept when the mark is taken back.
  add column practised_seconds integer check (practised_seconds > 0),
  add constraint held_for_a_payment check (held_until is null or payment_id is not null),
  add constraint marked_says_who check ((attended is null) = (marked_at is null));
create unique index seat_of_payment on class_enrollments (payment_id) where payment_id is not null;

-- One rating a person and class, by those who attended.
create table class_reviews (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  teacher_id uuid not null references users,
  rating integer not null check (rating between 1 and 5),
  words text check (length(words) between 1 and 1000),
  created_at timestamptz(3) not null default now(),
  primary key (class_id, user_id)
);
create index class_reviews_of_teacher on class_reviews (teacher_id, created_at desc);

-- Keeps a teacher's rating with the reviews, whoever writes them.
create function rate_teacher() returns trigger language plpgsql as $$
declare
  teacher uuid := coalesce(new.teacher_id, old.teacher_id);
begin
  -- Waited for in a statement of its own: one that waits still counts what there was before it waited.
  perform from teacher_profiles where user_id = teacher for update;
  update teacher_profiles set
      average_rating = (select round(avg(rating), 2) from class_reviews where teacher_id = teacher),
      total_reviews = (select count(*) from class_reviews where teacher_id = teacher)
    where user_id = teacher;
  return null;
end $$;
create trigger teacher_rated after insert or update or delete on class_reviews
  for each row execute function rate_teacher();

insert into coin_rules (rule, amount, daily_most) values ('attended_class', 20, 3);
alter table payments add constraint payments_of_class foreign key (class_id) references classes on delete set null;
-- Whether a class was ever paid for is asked before it is deleted.
create index payments_of_class on payments (class_id) where class_id is not null;
