-- An application to teach, and the teacher's public profile once an administrator has approved it.
-- A rejection has a reason, and the user may apply again.
create table teacher_profiles (
  user_id uuid primary key references users on delete cascade,
  bio text not null check (length(bio) between 1 and 2000),
  languages_taught text[] not null check (cardinality(languages_taught) between 1 and 20)
    check (languages_taught <@ language_codes()),
  specialties text[] not null default '{}' check (cardinality(specialties) <= 30),
  experience_years integer not null default 0 check (experience_years between 0 and 80),
  -- Both follow from the reviews of classes (0011-classes, `rate_teacher`).
  average_rating numeric(3, 2) check (average_rating between 1 and 5),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  verification_status text not null default 'pending'
    check (verification_status in ('pending', 'approved', 'rejected')),
  applied_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by uuid references users,
  rejection_reason text check (length(rejection_reason) between 1 and 500),
  -- While administrators hide the public page.
  page_hidden_at timestamptz(3),
  page_hidden_reason text check (length(page_hidden_reason) between 1 and 500),
  -- When its teacher changed the page while it was hidden: it waits for an administrator to look at it.
  page_changed_at timestamptz(3),
  -- Counts what its teacher has written: an administrator decides about the version that they have read.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint only_refusals_have_reasons check (rejection_reason is null or verification_status = 'rejected'),
  constraint hidden_pages_have_reasons check ((page_hidden_at is null) = (page_hidden_reason is null)),
  constraint hidden_pages_wait check (page_changed_at is null or page_hidden_at is not null)
);

-- Stores the rating that a teacher's reviews add up to. Classes own the reviews and call it (0011-classes).
create function set_teacher_rating(teacher uuid, average numeric, total bigint) returns void language sql as $$
  update teacher_profiles set average_rating = average, total_reviews = total where user_id = teacher
$$;

-- The teachers who have a page: approved, with the teacher's role, adult and not banned. Administrators may hide it.
create view teacher_pages as
  select teacher.user_id, teacher.page_hidden_at from teacher_profiles teacher
    join users person on person.id = teacher.user_id
    join profiles on profiles.user_id = teacher.user_id
    where teacher.verification_status = 'approved' and person.banned_at is null and profiles.age_group = 'adult'
      and exists (select from user_roles held where held.user_id = teacher.user_id and held.role = 'teacher');
-- Those whose page is public.
create view public_teachers as select user_id from teacher_pages where page_hidden_at is null;

create index changed_teacher_pages on teacher_profiles (user_id) where page_changed_at is not null;
create index teacher_applications on teacher_profiles (verification_status, applied_at, user_id);
create trigger verification_changed after insert or update of verification_status or delete on teacher_profiles
  for each row execute function publish_access_changed();

-- Administrators are not asked to review an application that is decided or deleted, whatever code does it.
create function withdraw_application() returns trigger language plpgsql as $$
begin
  perform withdraw_notices(array['teachers.applied'], old.user_id);
  return null;
end $$;
create trigger application_decided after update of verification_status on teacher_profiles for each row
  when (old.verification_status = 'pending' and new.verification_status <> 'pending')
  execute function withdraw_application();
create trigger application_deleted after delete on teacher_profiles for each row execute function withdraw_application();

-- Nor one of a person who lost the teacher's role. At the commit, because a change of role takes every role and then
-- gives one.
create function withdraw_application_without_role() returns trigger language plpgsql as $$
begin
  if not exists (select from user_roles where user_id = old.user_id and role = 'teacher') then
    perform withdraw_notices(array['teachers.applied'], old.user_id);
  end if;
  return null;
end $$;
create constraint trigger applicant_without_role after delete on user_roles deferrable initially deferred for each row
  when (old.role = 'teacher') execute function withdraw_application_without_role();

create trigger teacher_profiles_invalidate after insert or update or delete or truncate on teacher_profiles
  for each statement execute function invalidate_shared();
