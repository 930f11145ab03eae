-- What administrators did: written in the transaction that did it, never changed, with two exceptions. Names and other
-- words of a person whose account is deleted are taken out of what changed; the ids, the act, its time and its reason stay.
-- And a line that is older than a year and about no money may be deleted (src/features/audit/jobs.ts).
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
create trigger audit_log_is_append_only before truncate on audit_log
  for each statement execute function refuse_change();

-- Acts that moved coins or money, or decided what they cost: their lines stay for as long as the books.
create function is_money_act(act text) returns boolean language sql immutable parallel safe as $$
  select act ~ '^(coins|memberships|payments|store)\.' or act in (
    'people.credit-coins', 'people.debit-coins', 'people.change-membership',
    'classes.close-roll', 'classes.correct-attendance', 'cup.close-season', 'cup.change-settings')
$$;
create trigger audit_lines_last_a_year before delete on audit_log for each row
  when (is_money_act(old.act) or old.created_at > now() - interval '1 year') execute function refuse_change();
create function refuse_other_audit() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'detail' <> to_jsonb(old) - 'detail' or not new.detail <@ old.detail then
    raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_lines_only_lose_words before update on audit_log
  for each row execute function refuse_other_audit();

create function forget_words_in_audit(words text[]) returns void language sql as $$
  update audit_log set detail = coalesce(
      (select jsonb_object_agg(key, value) from jsonb_each(detail) where not value #>> '{}' = any(words)), '{}')
    where exists (select from jsonb_each(detail) where value #>> '{}' = any(words))
$$;
