-- An application to teach is answered by an administrator; a refusal says why, and may be followed by another try.
alter table teacher_profiles
  add column applied_at timestamptz(3) not null default now(),
  add column decided_at timestamptz(3),
  add column decided_by uuid references users,
  add column rejection_reason text check (length(rejection_reason) between 1 and 500),
  add constraint only_refusals_have_reasons check (rejection_reason is null or verification_status = 'rejected');
create index teacher_applications on teacher_profiles (verification_status, applied_at, user_id);
