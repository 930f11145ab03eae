create table classes (
  id uuid primary key default uuidv7(),
  kind text not null default 'class' check (kind in ('class', 'club')),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  -- In milliseconds, as everywhere outside the database: the last row of a page is the cursor of the next page.
  starts_at timestamptz(3) not null,
  -- The time zone of its teacher: a weekly class keeps its hour there when the clocks change.
  zone text not null default 'America/Bogota' check (length(zone) <= 64),
  duration_minutes integer not null default 60 check (duration_minutes between 10 and 480),
  required_tier text not null default 'free' references plans,
  -- The price of a seat for a student whose tier is too low. Null: seats are not sold singly.
  price_cents integer default default_seat_price() check (price_cents between 50 and 1000000),
  currency text not null default default_seat_currency() check (currency ~ '^[A-Z]{3}$'),
  language text check (language = any (language_codes())),
  level text check (level in ('basic', 'intermediate', 'advanced')),
  target_audience text not null default 'adult' check (target_audience in ('adult', 'kid')),
  max_students integer not null default 12 check (max_students between 1 and 500),
  seats_taken integer not null default 0 check (seats_taken >= 0),
  meet_link text check (length(meet_link) <= 500),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'done')),
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- When the class was last given another start. A student who paid before that gets a refund when they leave.
  moved_at timestamptz(3),
  -- Optimistic lock: every edit adds one, so of two edits at the same time one is refused. Seats do not change it.
  version integer not null default 1 check (version > 0),
  created_by uuid not null references users,
  -- Made from an event of the outside calendar.
  imported boolean not null default false,
  -- The event in the outside calendar, written down when it is first wanted there. Null: the calendar shows no event,
  -- because it never did or because an administrator removed it.
  calendar_event_id text check (length(calendar_event_id) between 5 and 1024),
  -- When the calendar was last brought up to the class. While it is to be told again, that is due in `due_work`.
  calendar_synced_at timestamptz,
  -- How often what a calendar shows has changed, and when last. Calendar programs keep the higher number.
  calendar_sequence integer not null default 0,
  calendar_changed_at timestamptz(3) not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint seats_fit check (seats_taken <= max_students),
  constraint cancelled_says_when check ((status = 'cancelled') = (cancelled_at is not null))
);
create index classes_by_start on classes (starts_at, id);
create index classes_of_teacher on classes (created_by, starts_at);

-- Partial, because setting a column of a full unique index locks the row against foreign keys: enrolments, which refer
-- to the class, would wait or deadlock.
create unique index classes_by_event on classes (calendar_event_id) where calendar_event_id is not null;

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

-- Payments are an earlier feature, so their table exists before `classes`. Its foreign key is added here.
alter table payments add constraint payments_of_class foreign key (class_id) references classes on delete set null;

create table class_enrollments (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  enrolled_at timestamptz not null default now(),
  -- The payment that bought the seat. While it is pending, the seat is only held.
  payment_id uuid references payments,
  held_until timestamptz,
  -- Null until the teacher has marked attendance.
  attended boolean,
  marked_at timestamptz,
  marked_by uuid references users,
  -- The learning time given for attending: given once, and kept when the mark is taken back.
  practised_seconds integer check (practised_seconds > 0),
  primary key (class_id, user_id),
  constraint held_for_a_payment check (held_until is null or payment_id is not null),
  constraint marked_says_who check ((attended is null) = (marked_at is null))
);
create index class_enrollments_of_user on class_enrollments (user_id, class_id);
create unique index seat_of_payment on class_enrollments (payment_id) where payment_id is not null;

-- Keeps `seats_taken` equal to the number of enrolments, whatever code writes them. The constraint `seats_fit` then
-- rejects the enrolment that would be one too many.
create function count_seats() returns trigger language plpgsql as $$
begin
  update classes set seats_taken = seats_taken + case tg_op when 'INSERT' then 1 else -1 end
    where id = coalesce(new.class_id, old.class_id);
  return null;
end $$;
create trigger seats_counted after insert or delete on class_enrollments
  for each row execute function count_seats();

-- One review per student and class, by students who attended.
create table class_reviews (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  teacher_id uuid not null references users,
  rating integer not null check (rating between 1 and 5),
  words text check (length(words) between 1 and 1000),
  -- Whether visitors may read it, with the student's first name and initial.
  may_quote boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (class_id, user_id)
);
create index class_reviews_of_teacher on class_reviews (teacher_id, created_at desc);
create index reviews_to_quote on class_reviews (created_at desc) where may_quote and rating >= 4 and words is not null;

-- Keeps a teacher's rating equal to the reviews, whatever code writes them.
create function rate_teacher() returns trigger language plpgsql as $$
declare
  teacher uuid := coalesce(new.teacher_id, old.teacher_id);
begin
  -- The lock is a statement of its own, so that the update sees every review committed while it waited.
  perform from teacher_profiles where user_id = teacher for update;
  perform set_teacher_rating(teacher, round(avg(rating), 2), count(*)) from class_reviews where teacher_id = teacher;
  return null;
end $$;
create trigger teacher_rated after insert or update or delete on class_reviews
  for each row execute function rate_teacher();
