-- Who may give classes: administrators and approved teachers, adults only, while they are not banned. A class whose
-- teacher is not in this view waits for an administrator, who hands it to another teacher or cancels it.
create view possible_teachers as
  select users.id as user_id from users join profiles on profiles.user_id = users.id
  where users.banned_at is null and profiles.age_group = 'adult' and (users.role = 'admin' or (
    exists (select from user_roles where user_roles.user_id = users.id and user_roles.role = 'teacher')
    and exists (select from teacher_profiles where teacher_profiles.user_id = users.id
      and teacher_profiles.verification_status = 'approved')));

-- A class that repeats on days of the week. What stands here is copied into its classes when they are made, some weeks
-- ahead (src/features/classes/series/make-classes.ts).
create table class_series (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('class', 'club')),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  -- 1 is Monday, 7 is Sunday, as in ISO 8601.
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7) check (weekdays <@ '{1,2,3,4,5,6,7}'),
  -- The clock time in the zone: a daylight change moves the instant, not the hour of the teacher.
  clock_time text not null check (clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  zone text not null check (length(zone) <= 64),
  starts_on date not null,
  -- The last day, included; before the first one where all of it was cancelled. Null: it goes on.
  ends_on date,
  -- Its classes are made up to this day.
  made_until date not null,
  duration_minutes integer not null check (duration_minutes between 10 and 480),
  required_tier text not null references plans,
  price_cents integer default default_seat_price() check (price_cents between 50 and 100000000),
  currency text not null default default_seat_currency() check (currency ~ '^[A-Z]{3}$'),
  language text check (language = any (language_codes())),
  level text check (level in ('basic', 'intermediate', 'advanced')),
  target_audience text not null check (target_audience in ('adult', 'kid')),
  max_students integer not null check (max_students between 1 and 500),
  meet_link text check (length(meet_link) <= 500),
  prompt_card text check (length(prompt_card) between 1 and 600),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint no_series_has_room_for_one_kid check (target_audience = 'adult' or max_students >= 2)
);
create index class_series_to_extend on class_series (made_until);
create index class_series_of_teacher on class_series (created_by);

-- Days of a series whose class an organiser deleted: no class is made for them again.
create table class_deleted_days (
  series_id uuid not null references class_series on delete cascade,
  day date not null,
  primary key (series_id, day)
);

-- Days on which no class of a series is made. The name is the administrator's, in no particular language.
create table class_holidays (
  day date primary key,
  name text not null check (length(name) between 1 and 80)
);

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
  price_cents integer default default_seat_price() check (price_cents between 50 and 100000000),
  currency text not null default default_seat_currency() check (currency ~ '^[A-Z]{3}$'),
  language text check (language = any (language_codes())),
  level text check (level in ('basic', 'intermediate', 'advanced')),
  target_audience text not null default 'adult' check (target_audience in ('adult', 'kid')),
  max_students integer not null default 12 check (max_students between 1 and 500),
  seats_taken integer not null default 0 check (seats_taken >= 0),
  meet_link text check (length(meet_link) <= 500),
  -- The link is for this class alone, and no copy of the class gets it: the calendar or a meeting server made the room,
  -- or its teacher got it with the class from another one. A copy of an imported class does not get it either.
  one_off_link boolean not null default false,
  -- What a club talks about: its topic on the first line, then its questions.
  prompt_card text check (length(prompt_card) between 1 and 600),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- When the class was last given another start, less time or another language. A student who paid before that gets a
  -- refund when they leave.
  moved_at timestamptz(3),
  -- Optimistic lock: every edit adds one, so of two edits at the same time one is refused. Seats do not change it.
  version integer not null default 1 check (version > 0),
  created_by uuid not null references users,
  -- When its teacher got it from another one; null for a class of their own.
  handed_over_at timestamptz(3),
  -- The series that the class was made for, and for which of its days; a class that was moved keeps that day.
  series_id uuid references class_series,
  series_day date,
  -- An organiser changed this class of a series by itself, or handed it over: a change of the series leaves it as it
  -- is.
  changed_alone boolean not null default false,
  -- The class that it was copied from with its week, and into which day.
  copied_from uuid references classes on delete set null,
  copied_day date,
  -- When attendance was closed, which pays its rewards, and by whom. Null with an instant: by the server, a day after
  -- the end.
  roll_closed_at timestamptz(3),
  roll_closed_by uuid references users,
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
  constraint seats_fit check (seats_taken <= max_students),
  -- A kid who came to a class of one seat would be alone with its teacher by plan.
  constraint no_class_has_room_for_one_kid check (target_audience = 'adult' or max_students >= 2),
  constraint one_off_links_are_there check (not one_off_link or meet_link is not null),
  constraint rolls_are_closed_of_held_classes check (roll_closed_at is null or status <> 'cancelled'),
  constraint closed_says_when check (roll_closed_by is null or roll_closed_at is not null),
  constraint series_says_day check ((series_id is null) = (series_day is null)),
  constraint copied_says_day check (copied_from is null or copied_day is not null),
  constraint cancelled_says_when check ((status = 'cancelled') = (cancelled_at is not null))
);
create index classes_by_start on classes (starts_at, id);

-- When a class is over, and whether it overlaps a time; the one home of both. No class is longer than eight hours, as
-- `duration_minutes` says above, and that condition bounds the range of an index by start. PostgreSQL inlines
-- both functions, but only if neither is declared less volatile than what it calls. Adding an interval to a timestamptz
-- is only stable; in UTC without a zone it is immutable, hence the conversion.
create function class_end(starts_at timestamptz, minutes integer) returns timestamptz language sql immutable parallel safe as $$
  select (starts_at at time zone 'UTC' + minutes * interval '1 minute') at time zone 'UTC'
$$;
create function class_overlaps(starts_at timestamptz, minutes integer, from_at timestamptz, to_at timestamptz)
returns boolean language sql stable parallel safe as $$
  select starts_at < to_at and starts_at > from_at - interval '8 hours' and class_end(starts_at, minutes) > from_at
$$;
create index classes_of_teacher on classes (created_by, starts_at);

-- Partial, because setting a column of a full unique index locks the row against foreign keys: enrolments, which refer
-- to the class, would wait or deadlock.
create unique index classes_by_event on classes (calendar_event_id) where calendar_event_id is not null;

-- A series has one class a day, also when two processes make its classes. Partial for the same reason.
create unique index class_of_series_day on classes (series_id, series_day) where series_id is not null;

-- A teacher asks another one to give a class, or to take a series over; each has one offer at a time. Its answer
-- deletes it. That of a series goes along with the classes when a change gives them to a new series of the same
-- teacher.
create table class_offers (
  id uuid primary key default uuidv7(),
  class_id uuid unique references classes on delete cascade,
  series_id uuid unique references class_series on delete cascade,
  from_id uuid not null references users,
  to_id uuid not null references users,
  offered_at timestamptz(3) not null default now(),
  constraint offers_one_thing check ((class_id is null) <> (series_id is null)),
  constraint offered_to_another check (from_id <> to_id)
);
create index class_offers_to on class_offers (to_id);
create index class_offers_from on class_offers (from_id);

-- The offers between teachers who may both give classes now; the others wait until they may again.
create view standing_class_offers as
  select * from class_offers
  where from_id in (select user_id from possible_teachers) and to_id in (select user_id from possible_teachers);

-- Takes back what a teacher was told of an offer that is answered, withdrawn or over.
create function withdraw_offer_notice() returns trigger language plpgsql as $$
begin
  perform withdraw_notices(array['classes.class-offered', 'classes.series-offered'], old.id);
  return null;
end $$;
create trigger class_offer_over after delete on class_offers for each row execute function withdraw_offer_notice();

-- The offer of a class ends with what the other teacher was asked for: its teacher, its start, and that it takes place.
create function end_class_offer() returns trigger language plpgsql as $$
begin
  delete from class_offers where class_id = new.id;
  return null;
end $$;
create trigger class_offer_ends after update of created_by, starts_at, status on classes for each row
  when (new.created_by <> old.created_by or new.starts_at <> old.starts_at or new.status <> old.status)
  execute function end_class_offer();

-- Wants the server to remind of the roll two hours after the end, and to close it after a day
-- (src/features/classes/attendance/close-roll.ts), whatever code inserts or moves a class.
create function want_roll_closed() returns trigger language plpgsql as $$
begin
  perform put_due('close-roll', new.id::text,
    class_end(new.starts_at, new.duration_minutes) + interval '2 hours');
  return null;
end $$;
create trigger roll_closing_wanted after insert or update of starts_at, duration_minutes on classes for each row
  when (new.status = 'scheduled' and new.roll_closed_at is null) execute function want_roll_closed();

-- Wants the reminders of a class (src/features/classes/timetable/remind-of-class.ts) whatever code inserts or moves it,
-- and takes back those that are no longer true: of a class that was moved, cancelled or deleted, or of a seat that was
-- given up.
create function want_reminders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform withdraw_reminders(old.id); end if;
  if tg_op <> 'DELETE' and new.status = 'scheduled' then
    perform put_due('remind-of-class', new.id::text, new.starts_at - interval '24 hours');
  end if;
  return null;
end $$;
create function withdraw_reminders(class_id uuid, person uuid default null) returns void language sql as $$
  select withdraw_notices(array['classes.starts-in-a-day', 'classes.starts-within-a-day', 'classes.starts-in-an-hour',
    'classes.starts-in-minutes', 'classes.few-come', 'classes.few-come-with-you', 'classes.roll-waits',
    'classes.without-teacher'], class_id, person)
$$;
-- Takes back what the people of a club were told of its lack of learners.
create function withdraw_lack(class_id uuid) returns void language sql as $$
  select withdraw_notices(array['classes.few-come', 'classes.few-come-with-you'], class_id)
$$;
create trigger reminders_wanted after insert or delete on classes for each row execute function want_reminders();
-- A class whose link or title is edited keeps its reminders: taken back, they would be sent once more.
create trigger reminders_wanted_again after update of starts_at, status on classes for each row
  when (new.starts_at <> old.starts_at or new.status <> old.status) execute function want_reminders();

-- Wants the server to count the learners of a club again (src/features/classes/timetable/notify-of-few-learners.ts):
-- one gave a seat up, or one took a seat in a club that people were told lacks learners.
create function count_learners_again() returns trigger language plpgsql as $$
begin
  if new.seats_taken < old.seats_taken or exists (select from notifications
      where about = new.id and read_at is null and kind like 'classes.few-come%') then
    perform put_due('remind-of-class', new.id::text);
  end if;
  return null;
end $$;
create trigger learners_counted_again after update of seats_taken on classes for each row
  when (new.kind = 'club' and new.seats_taken <> old.seats_taken) execute function count_learners_again();

-- A teacher who gives the class no more is not reminded of it.
create function withdraw_reminders_of_teacher() returns trigger language plpgsql as $$
begin
  perform withdraw_reminders(old.id, old.created_by);
  perform withdraw_notices(array['classes.without-teacher'], new.id);
  return null;
end $$;
create trigger teacher_not_reminded after update of created_by on classes for each row
  when (new.created_by <> old.created_by) execute function withdraw_reminders_of_teacher();

-- A teacher is not reminded of a roll that is closed.
create function withdraw_roll_reminders() returns trigger language plpgsql as $$
begin
  perform withdraw_notices(array['classes.roll-waits'], new.id);
  return null;
end $$;
create trigger roll_not_reminded after update of roll_closed_at on classes for each row
  when (old.roll_closed_at is null and new.roll_closed_at is not null) execute function withdraw_roll_reminders();

-- Takes back what students were told of a free seat, once that is over: of a class that was cancelled, of a seat that
-- its student took or gave up, of a student who waits no more.
create function withdraw_seat_offers(class_id uuid, person uuid default null) returns void language sql as $$
  select withdraw_notices(array['classes.seat-offered', 'classes.seat-open'], class_id, person)
$$;
create function withdraw_seat_offers_of_class() returns trigger language plpgsql as $$
begin
  perform withdraw_seat_offers(new.id);
  return null;
end $$;
create trigger offers_end_with_class after update of status on classes for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function withdraw_seat_offers_of_class();

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

-- A class is copied into a day once, also by two organisers at the same moment. Partial for the same reason.
create unique index class_copied_once on classes (copied_from, copied_day) where copied_from is not null;

create table class_enrollments (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  enrolled_at timestamptz not null default now(),
  -- When the student agreed to the time of the class: booked, accepted an offer or began to pay, which can be days
  -- before the money comes. A class that was moved since is another than they agreed to.
  agreed_at timestamptz(3) not null default now(),
  -- The payment that bought the seat. Null: the seat costs its student nothing.
  payment_id uuid references payments,
  -- Until when the seat is only held: for its pending payment or, without one, offered to a student who waited for it.
  held_until timestamptz(3),
  -- While its student pays: until when it was offered to them before, and is again where they give the payment up.
  offered_until timestamptz(3),
  -- Whether an organiser gave the student the seat when it was too late to give it back for free, or after the student
  -- came without one: they booked nothing that they could miss.
  given_late boolean not null default false,
  -- When the student first opened the meeting through Sumi. It is no mark: the roll of the teacher decides.
  entered_at timestamptz(3),
  -- Null until the teacher has marked attendance.
  attended boolean,
  marked_at timestamptz,
  marked_by uuid references users,
  -- The learning time that the seat has given, and the day of the streak, in the student's time zone. Null until the
  -- roll is closed, and again when the teacher corrects the mark to absent.
  practised_seconds integer check (practised_seconds > 0),
  practised_on date,
  primary key (class_id, user_id),
  constraint offers_wait_for_payments
    check (offered_until is null or (held_until is not null and payment_id is not null)),
  constraint practice_says_when check ((practised_seconds is null) = (practised_on is null)),
  constraint practised_attended check (practised_seconds is null or attended),
  constraint marked_says_who check ((attended is null) = (marked_at is null))
);
create index class_enrollments_of_user on class_enrollments (user_id, class_id);
create unique index seat_of_payment on class_enrollments (payment_id) where payment_id is not null;

-- Adults and kids never share a class, and a person who was suspended or deleted and a kid without a guardian's consent
-- get no seat. The use cases refuse it by what they read of the student before they waited for the class's row; this
-- reads it again and keeps the profile until the commit. Each change of it locks the profile before it gives back the
-- seats that there are, so that it waits for this, or this for it.
create function refuse_seat_of_other() returns trigger language plpgsql as $$
declare
  student_is text;
  class_is_for text;
  may_come boolean;
begin
  select age_group into student_is from profiles where user_id = new.user_id for share;
  select target_audience into class_is_for from classes where id = new.class_id;
  select banned_at is null and may_join_live(student_is, id) into may_come
    from users where id = new.user_id;
  if student_is = class_is_for and may_come then
    return null;
  end if;
  raise exception 'a student who is % gets no seat in a class for %', student_is, class_is_for
    using errcode = 'check_violation', constraint = 'seat_fits_student';
end $$;
create trigger seat_fits_student after insert on class_enrollments
  for each row execute function refuse_seat_of_other();

-- Keeps `seats_taken` equal to the number of enrolments, whatever code writes them. The constraint `seats_fit` then
-- rejects the statement that would take a seat too many. Once a statement and class, because students who enrol at the
-- same moment get their seats in one statement.
create function count_seats() returns trigger language plpgsql as $$
begin
  update classes set seats_taken = seats_taken + case tg_op when 'INSERT' then changed.seats else -changed.seats end
    from (select class_id, count(*)::integer as seats from changed_seats group by class_id) changed
    where classes.id = changed.class_id;
  return null;
end $$;
create trigger seats_counted after insert on class_enrollments
  referencing new table as changed_seats for each statement execute function count_seats();
create trigger seats_discounted after delete on class_enrollments
  referencing old table as changed_seats for each statement execute function count_seats();

-- Students who entered a class before it was moved have not entered it at its new start.
create function forget_entries() returns trigger language plpgsql as $$
begin
  update class_enrollments set entered_at = null where class_id = new.id and entered_at is not null;
  return null;
end $$;
create trigger entries_forgotten after update of starts_at on classes for each row
  when (new.starts_at <> old.starts_at) execute function forget_entries();

-- The guardian of a kid whose seat begins in the last day before the class is written to at once
-- (src/features/classes/timetable/remind-of-class.ts), whatever code gives the seat.
create function want_guardian_told() returns trigger language plpgsql as $$
begin
  perform put_due('remind-of-class', id::text, starts_at - interval '24 hours') from classes
    where id = new.class_id and status = 'scheduled' and guardian_address(new.user_id) is not null;
  return null;
end $$;
create trigger guardian_told after insert or update of held_until on class_enrollments
  for each row when (new.held_until is null) execute function want_guardian_told();

-- Takes back what a student was told because of a seat that they have no more.
create function withdraw_reminders_of_seat() returns trigger language plpgsql as $$
begin
  perform withdraw_reminders(old.class_id, old.user_id);
  perform withdraw_notices(array['classes.seat-given'], old.class_id, old.user_id);
  return null;
end $$;
create trigger reminders_withdrawn after delete on class_enrollments
  for each row execute function withdraw_reminders_of_seat();

create function end_offer() returns trigger language plpgsql as $$
begin
  perform withdraw_seat_offers(old.class_id, old.user_id);
  return null;
end $$;
create trigger offer_taken after update of held_until on class_enrollments for each row
  when (old.held_until is not null and new.held_until is null) execute function end_offer();
create trigger offer_given_up after delete on class_enrollments for each row
  when (old.held_until is not null) execute function end_offer();

-- The numbers of clubs and classes: one row, which an administrator changes.
create table class_rules (
  only_row boolean primary key default true check (only_row),
  -- Seats of a new club whose organiser gave no number, and with how many learners it has a conversation.
  club_seats integer not null default 6 check (club_seats between 2 and 30),
  fewest_learners integer not null default 2 check (fewest_learners between 1 and 10),
  -- In so many clubs to come a student has a seat or waits for one, at most: six people could else hold every club.
  clubs_ahead integer not null default 10 check (clubs_ahead between 2 and 100),
  -- How many hours before the start of a club its people are told that it lacks learners.
  lack_told_hours integer not null default 3 check (lack_told_hours between 1 and 12),
  -- The meeting opens before the start; the door of a club closes after it.
  door_opens_minutes integer not null default 15 check (door_opens_minutes between 5 and 60),
  door_closes_minutes integer not null default 10 check (door_closes_minutes between 0 and 120),
  -- Until how many hours before its start a bought seat is refunded.
  refunded_hours integer not null default 24 check (refunded_hours between 0 and 168),
  -- A freed seat is offered for a quarter of the time left, within these limits, and open to all who wait at the end.
  shortest_offer_minutes integer not null default 10 check (shortest_offer_minutes between 5 and 60),
  longest_offer_hours integer not null default 12 check (longest_offer_hours between 1 and 48),
  open_to_all_minutes integer not null default 60 check (open_to_all_minutes between 10 and 720),
  -- Until how many hours before its start a club is left without an absence.
  free_hours integer not null default 3 check (free_hours between 0 and 72),
  -- So many absences within so many days pause the booking of clubs for so many days.
  pausing_absences integer not null default 3 check (pausing_absences between 1 and 20),
  counted_days integer not null default 30 check (counted_days between 1 and 365),
  pause_days integer not null default 7 check (pause_days between 1 and 90)
);
insert into class_rules default values;

-- A club that a student with a free seat missed or left late, once for both. A pause of booking is read from these rows
-- (src/features/classes/absences/absence-rules.ts) and stored nowhere, so excusing an absence ends it.
create table class_absences (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  how text not null check (how in ('missed', 'left-late')),
  -- From when it counts: when the roll was closed, or the student left. Null while the roll is open and only the reason
  -- is known.
  recorded_at timestamptz(3),
  reason text check (reason in ('power', 'illness', 'work', 'other')),
  words text check (length(words) between 1 and 300),
  reason_from text check (reason_from in ('student', 'organiser')),
  excused_at timestamptz(3),
  primary key (class_id, user_id),
  constraint late_leavers_count check (how = 'missed' or recorded_at is not null),
  constraint reason_says_from_whom check ((reason is null) = (reason_from is null)),
  constraint words_have_a_reason check (words is null or reason is not null),
  constraint power_cuts_are_excused check (reason <> 'power' or excused_at is not null)
);
create index class_absences_counted on class_absences (user_id, recorded_at);

-- A class that is cancelled, moved or no club any more has no absences.
create function forget_absences() returns trigger language plpgsql as $$
begin
  delete from class_absences where class_id = new.id;
  return null;
end $$;
create trigger absences_forgotten after update of status, starts_at, kind on classes for each row
  when (new.status = 'cancelled' or new.starts_at <> old.starts_at or new.kind <> old.kind)
  execute function forget_absences();

-- Takes back what a student was told of an absence that counts no more, and what its host was told of their reason
-- (src/features/classes/absences/notify-host-of-reason.ts), whatever code excuses or deletes it.
create function withdraw_absence() returns trigger language plpgsql as $$
begin
  perform withdraw_notices(
    array['classes.missed', 'classes.left-late', 'classes.clubs-paused', 'classes.paused-by-leaving'],
    old.class_id, old.user_id);
  perform withdraw_notices(array['classes.absence-explained'], old.class_id, null,
    format('classes.absence-explained %s %s', old.class_id, old.user_id));
  return null;
end $$;
create trigger absence_excused after update of excused_at on class_absences for each row
  when (old.excused_at is null and new.excused_at is not null) execute function withdraw_absence();
create trigger absence_deleted after delete on class_absences for each row
  when (old.recorded_at is not null) execute function withdraw_absence();

-- Students who wait for a seat in a full class, in the order in which they came.
create table class_waiting (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  turn bigint generated always as identity,
  -- When the student was told that a seat is free in the last hour. Null again once it is taken.
  told_at timestamptz(3),
  primary key (class_id, user_id)
);
create unique index class_waiting_in_turn on class_waiting (class_id, turn);
create index class_waiting_of_user on class_waiting (user_id);
create trigger offer_over after delete on class_waiting for each row execute function end_offer();

-- Takes a student with a seat off the waiting list, whatever code gave it. The others are told again when another seat
-- becomes free.
create function leave_waiting_list() returns trigger language plpgsql as $$
begin
  if exists (select from class_waiting join new_seats using (class_id)) then
    delete from class_waiting using new_seats
      where class_waiting.class_id = new_seats.class_id and class_waiting.user_id = new_seats.user_id;
    update class_waiting set told_at = null
      where told_at is not null and class_id in (select class_id from new_seats);
  end if;
  return null;
end $$;
create trigger waiting_list_left after insert on class_enrollments
  referencing new table as new_seats for each statement execute function leave_waiting_list();

-- A teacher to whom a class is handed over waits for no seat in it.
create function end_wait_of_teacher() returns trigger language plpgsql as $$
begin
  delete from class_waiting where class_id = new.id and user_id = new.created_by;
  return null;
end $$;
create trigger wait_of_teacher_ended after update of created_by on classes for each row
  when (new.created_by <> old.created_by) execute function end_wait_of_teacher();

-- Wants the server to look at the waiting list (src/features/classes/waiting/offer-seats.ts) whatever code frees a
-- seat, moves the class or cancels it.
create function look_at_waiting_list() returns trigger language plpgsql as $$
begin
  perform put_due('offer-seats', new.id::text)
    where exists (select from class_waiting where class_id = new.id)
      or exists (select from class_enrollments where class_id = new.id and held_until is not null and payment_id is null);
  return null;
end $$;
create trigger waiting_list_looked_at after update of seats_taken, max_students, starts_at, status on classes for each row
  when (new.max_students - new.seats_taken > old.max_students - old.seats_taken
    or new.starts_at <> old.starts_at or new.status <> old.status) execute function look_at_waiting_list();

-- One review per student and class, by students who attended.
create table class_reviews (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  teacher_id uuid not null references users,
  rating integer not null check (rating between 1 and 5),
  words text check (length(words) between 1 and 1000),
  -- Whether visitors may read it, with the student's first name and initial.
  may_quote boolean not null default false,
  -- When an administrator chose it for the landing page, which quotes no other. A changed review has to be chosen
  -- again.
  quoted_at timestamptz(3),
  -- When an administrator hid it from visitors. Its stars still count.
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (class_id, user_id),
  constraint quoted_with_consent check (quoted_at is null or (may_quote and words is not null and hidden_at is null))
);
create index class_reviews_of_teacher on class_reviews (teacher_id, created_at desc);
-- By the key that visitors know a review by (src/features/classes/after/public-reviews.ts).
create index class_reviews_by_key on class_reviews (encode(substring(sha256(uuid_send(class_id) || uuid_send(user_id)) for 16), 'hex'));
create index quoted_reviews on class_reviews (quoted_at desc) where quoted_at is not null;

-- What the teacher of a class leaves for the students who attended: notes, and phrases with their meanings in their
-- order. Emptied notes keep their row, so that the version goes on.
create table class_notes (
  class_id uuid primary key references classes on delete cascade,
  notes text check (length(notes) between 1 and 4000),
  phrases jsonb not null default '[]',
  -- Optimistic lock: every change adds one.
  version integer not null default 1 check (version > 0),
  -- Who wrote them first; an administrator may have changed them since.
  written_by uuid not null references users,
  changed_at timestamptz(3) not null default now(),
  -- An administrator took them out of the students' sight after a report; the teacher reads why.
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 1000),
  constraint hidden_for_a_reason check ((hidden_at is null) = (hidden_reason is null)),
  constraint phrases_are_a_short_list check (jsonb_typeof(phrases) = 'array' and jsonb_array_length(phrases) <= 40)
);
create index class_notes_of_teacher on class_notes (written_by);

-- What an organiser wrote to the students with a seat in a class; never changed.
create table class_messages (
  id uuid primary key default uuidv7(),
  class_id uuid not null references classes on delete cascade,
  words text not null check (length(words) between 1 and 500),
  written_by uuid not null references users,
  -- The students with a seat who were told, the writer not counted.
  readers integer not null check (readers > 0),
  sent_at timestamptz(3) not null default now(),
  -- An administrator took it out of the students' sight after a report; its writer reads why.
  hidden_at timestamptz(3),
  hidden_reason text check (length(hidden_reason) between 1 and 1000),
  constraint hidden_for_a_reason check ((hidden_at is null) = (hidden_reason is null))
);
create index class_messages_of_class on class_messages (class_id, sent_at desc, id desc);
create index class_messages_of_writer on class_messages (written_by);

-- The notice of a message holds its words, so it goes with the message, when the message is hidden, and with the seat
-- of its reader, also where it was read. The key is the one of src/features/classes/messages/send-class-message.ts.
create function erase_message_notices() returns trigger language plpgsql as $$
begin
  perform take_back_notices(array['classes.message ' || old.id], array(
    select user_id from class_enrollments where class_id = old.class_id
    union all select created_by from classes where id = old.class_id));
  return null;
end $$;
create trigger message_deleted after delete on class_messages for each row execute function erase_message_notices();
create trigger message_hidden after update of hidden_at on class_messages for each row
  when (old.hidden_at is null and new.hidden_at is not null) execute function erase_message_notices();
create function erase_message_notices_of_seat() returns trigger language plpgsql as $$
begin
  perform take_back_notices(array_agg('classes.message ' || id), array[old.user_id])
    from class_messages where class_id = old.class_id having count(*) > 0;
  return null;
end $$;
create trigger messages_leave_with_seat after delete on class_enrollments
  for each row execute function erase_message_notices_of_seat();

-- The reviews whose stars count: all but those of people who are banned. Those of a deleted account stay.
create view counted_reviews as
  select review.* from class_reviews review join users author on author.id = review.user_id
    where author.banned_at is null or author.deleted_at is not null;

-- Keeps a teacher's rating equal to the reviews that count, whatever code writes them.
create function count_reviews(teacher uuid) returns void language plpgsql as $$
begin
  -- The lock is a statement of its own, so that the update sees every review committed while it waited.
  perform from teacher_profiles where user_id = teacher for update;
  perform set_teacher_rating(teacher, round(avg(rating), 2), count(*)) from counted_reviews where teacher_id = teacher;
end $$;
create function rate_teacher() returns trigger language plpgsql as $$
begin
  -- Against a ban of the author meanwhile, which does not see this review before its commit.
  perform from users where id = coalesce(new.user_id, old.user_id) for share;
  perform count_reviews(coalesce(new.teacher_id, old.teacher_id));
  return null;
end $$;
create trigger teacher_rated after insert or update or delete on class_reviews
  for each row execute function rate_teacher();
-- A ban takes the stars of its person out of the ratings, and they count again once it is lifted. In the order of the
-- teachers' ids, so that two bans do not deadlock.
create function rate_teachers_of() returns trigger language plpgsql as $$
declare
  teacher uuid;
begin
  for teacher in select distinct teacher_id from class_reviews where user_id = new.id order by teacher_id loop
    perform count_reviews(teacher);
  end loop;
  return null;
end $$;
create trigger ban_rates_teachers after update of banned_at on users for each row
  when ((old.banned_at is null) <> (new.banned_at is null)) execute function rate_teachers_of();

create trigger classes_invalidate after insert or update or delete or truncate on classes
  for each statement execute function invalidate_shared();
create trigger class_waiting_invalidate after insert or update or delete or truncate on class_waiting
  for each statement execute function invalidate_shared();
create trigger class_reviews_invalidate after insert or update or delete or truncate on class_reviews
  for each statement execute function invalidate_shared();
create trigger class_notes_invalidate after insert or update or delete or truncate on class_notes
  for each statement execute function invalidate_shared();
create trigger class_messages_invalidate after insert or update or delete or truncate on class_messages
  for each statement execute function invalidate_shared();
create trigger class_enrollments_inserted_invalidate after insert on class_enrollments
  referencing new table as changed for each statement execute function invalidate_own();
create trigger class_enrollments_updated_invalidate after update on class_enrollments
  referencing new table as changed for each statement execute function invalidate_own();
create trigger class_enrollments_deleted_invalidate after delete on class_enrollments
  referencing old table as changed for each statement execute function invalidate_own();
create trigger class_enrollments_emptied_invalidate after truncate on class_enrollments
  for each statement execute function invalidate_shared();
create trigger class_rules_invalidate after insert or update or delete or truncate on class_rules
  for each statement execute function invalidate_shared();
create trigger class_absences_inserted_invalidate after insert on class_absences
  referencing new table as changed for each statement execute function invalidate_own();
create trigger class_absences_updated_invalidate after update on class_absences
  referencing new table as changed for each statement execute function invalidate_own();
create trigger class_absences_deleted_invalidate after delete on class_absences
  referencing old table as changed for each statement execute function invalidate_own();
create trigger class_absences_emptied_invalidate after truncate on class_absences
  for each statement execute function invalidate_shared();
