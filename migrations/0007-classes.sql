create table classes (
  id uuid primary key default uuidv7(),
  kind text not null default 'class' check (kind in ('class', 'club')),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  -- In milliseconds, as everywhere outside the database: a page's last row is the next page's start.
  starts_at timestamptz(3) not null,
  -- The zone its organiser thinks in: a weekly class keeps its hour there when clocks change.
  zone text not null default 'America/Bogota' check (length(zone) <= 64),
  duration_minutes integer not null default 60 check (duration_minutes between 10 and 480),
  required_tier text not null default 'free' references plans,
  language text,
  level text check (level in ('basic', 'intermediate', 'advanced')),
  target_audience text not null default 'adult' check (target_audience in ('adult', 'kid')),
  max_students integer not null default 12 check (max_students between 1 and 500),
  seats_taken integer not null default 0 check (seats_taken >= 0),
  meet_link text check (length(meet_link) <= 500),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'done')),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint seats_fit check (seats_taken <= max_students)
);
create index classes_by_start on classes (starts_at, id);
create index classes_of_teacher on classes (created_by, starts_at);

create table class_enrollments (
  class_id uuid not null references classes on delete cascade,
  user_id uuid not null references users on delete cascade,
  enrolled_at timestamptz not null default now(),
  primary key (class_id, user_id)
);
create index class_enrollments_of_user on class_enrollments (user_id, class_id);

-- Keeps the seat count with the enrolments, whoever writes them; `seats_fit` then refuses one too many.
create function count_seats() returns trigger language plpgsql as $$
begin
  update classes set seats_taken = seats_taken + case tg_op when 'INSERT' then 1 else -1 end
    where id = coalesce(new.class_id, old.class_id);
  return null;
end $$;
create trigger seats_counted after insert or delete on class_enrollments
  for each row execute function count_seats();
