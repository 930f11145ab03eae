-- What administrators did: written in the transaction that did it, never changed.
create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users,
  -- `feature.what-was-done`, such as `people.change-role`.
  act text not null check (act ~ '^[a-z]+\.[a-z-]+$'),
  -- The user it concerns, and the id of the row it is about. Either may be missing.
  person_id uuid references users,
  subject uuid,
  -- The administrator's reason, for acts that ask for one.
  reason text check (length(reason) between 1 and 500),
  -- What changed: names and figures, never secrets or meeting links.
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 8000),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index audit_log_of_person on audit_log (person_id, id desc) where person_id is not null;
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_act on audit_log (act, id desc);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
