-- What people said is wrong with something they see. `subject_id` is the id of a video, a teacher, a message, a person
-- or the class of notes, or the key of a review or of a row of the cup: the feature knows none of those tables.
create table reports (
  id uuid primary key default uuidv7(),
  reporter_id uuid not null references users on delete cascade,
  subject_kind text not null check (subject_kind in ('video', 'review', 'teacher', 'class', 'notes', 'message', 'name',
    'cup-name')),
  subject_id text not null check (length(subject_id) between 1 and 36 and subject_id = lower(subject_id)),
  reason text not null check (reason in ('harmful', 'not-for-kids', 'wrong', 'spam', 'other')),
  words text check (length(words) between 1 and 500),
  -- The reported words as the reporter saw them, where they can change: a name, a review.
  shown text check (length(shown) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  settled_by uuid references users on delete set null,
  constraint another_reason_has_words check (reason <> 'other' or words is not null),
  constraint open_reports_are_not_settled check ((status = 'open') = (settled_at is null))
);
create index reports_of_reporter on reports (reporter_id);
-- The reports of one thing, whatever became of them.
create index reports_of_subject on reports (subject_kind, subject_id);
create unique index one_open_report on reports (reporter_id, subject_kind, subject_id) where status = 'open';
create index open_reports on reports (subject_kind, subject_id, created_at) where status = 'open';
create index settled_reports on reports (settled_at desc, subject_kind, subject_id) where status <> 'open';
