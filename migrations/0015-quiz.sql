-- A visitor who made a personal plan: the answers and how to reach them. A visitor who plans twice has two rows.
-- No request reads this table. A daily job deletes rows after `KEEP_LEADS_DAYS`.
create table quiz_leads (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 2 and 80),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  country text not null check (length(country) between 1 and 60),
  language text not null check (language = any (language_codes())),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  goals text[] not null check (cardinality(goals) between 1 and 20),
  learning_style text[] not null check (cardinality(learning_style) between 1 and 20),
  available_time text not null,
  modality text[] not null check (cardinality(modality) between 1 and 20),
  created_at timestamptz not null default now()
);
create index quiz_leads_by_email on quiz_leads (email);

-- What a person left under an address that they proved is theirs after they move to another one: it stays in their
-- archive and goes with their account (src/features/quiz/own-data.ts). A deletion deletes it itself.
create function move_leads_of_address() returns trigger language plpgsql as $$
begin
  update quiz_leads set email = new.email where email = old.email;
  return null;
end $$;
create trigger users_moved_take_leads after update of email on users for each row
  when (old.email <> new.email and old.email_verified and new.deleted_at is null)
  execute function move_leads_of_address();
