-- What administrators and teachers did to other people's things: written in the transaction that did it, never
-- changed. A line that is older than a year and about no money may be deleted (src/features/audit/forget-acts.ts).
-- Names of people stand beside it, in audit_words.
create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users,
  -- `feature.what-was-done`, such as `people.change-role`.
  act text not null check (act ~ '^[a-z]+\.[a-z-]+$'),
  -- The user it concerns, and the id of the row it is about. Either may be missing.
  person_id uuid references users,
  subject uuid,
  -- The actor's reason, for acts that ask for one.
  reason text check (length(reason) between 1 and 500),
  -- What changed: figures, titles and codes, never secrets or meeting links, nor the names of people.
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 8000),
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint names_stand_in_audit_words check (not detail ? 'name')
);
create index audit_log_of_person on audit_log (person_id, id desc) where person_id is not null;
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_act on audit_log (act, id desc);
create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function refuse_change();

-- Acts that moved coins or money, or decided what they cost: their lines stay for as long as the books.
create function is_money_act(act text) returns boolean language sql immutable parallel safe as $$
  select act ~ '^(coins|memberships|payments|store)\.' or act in (
    'people.credit-coins', 'people.debit-coins', 'people.change-membership',
    'classes.close-roll', 'classes.correct-attendance', 'cup.close-season', 'cup.change-settings')
$$;
-- The others, the oldest first, for the chore that deletes them. Those about money stay, so that a walk over all lines
-- would read more of them each day.
create index audit_log_to_forget on audit_log (created_at) where not is_money_act(act);
create trigger audit_lines_last_a_year before delete on audit_log for each row
  when (is_money_act(old.act) or old.created_at > now() - interval '1 year') execute function refuse_change();

-- Names and other words in a line by which people are known, each with the person it is of. They are deleted with the
-- account of that person alone (decisions/0019), which changes no line.
create table audit_words (
  line_id uuid not null references audit_log on delete cascade,
  -- The key under which the line shows them.
  key text not null check (key ~ '^[a-z][a-zA-Z]*$'),
  words text not null check (length(words) <= 2000),
  -- Null while it is not known whose they are, as of a row of the cup without an owner.
  person_id uuid references users,
  primary key (line_id, key)
);
create index audit_words_of_person on audit_words (person_id) where person_id is not null;
create index audit_words_of_unknown on audit_words (line_id) where person_id is null;

-- An update may only say whose the words are, where that was not known.
create function refuse_other_words() returns trigger language plpgsql as $$
begin
  if old.person_id is not null or (new.line_id, new.key, new.words) is distinct from (old.line_id, old.key, old.words) then
    raise exception 'audit_words is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_words_only_get_a_person before update on audit_words
  for each row execute function refuse_other_words();
create trigger audit_words_are_append_only before truncate on audit_words
  for each statement execute function refuse_change();

-- Looks as the transaction ends: the account is marked as deleted after everything else of it.
create function refuse_to_forget_words() returns trigger language plpgsql as $$
begin
  if exists (select from audit_log where id = old.line_id)
    and not exists (select from users where id = old.person_id and deleted_at is not null) then
    raise exception 'audit_words is append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger audit_words_go_with_their_person after delete on audit_words
  deferrable initially deferred for each row execute function refuse_to_forget_words();

-- The lines with the words that are still there. A key of `detail` is never covered by words.
create view audit_lines as
  select id, actor_id, act, person_id, subject, reason,
    coalesce((select jsonb_object_agg(key, words) from audit_words where line_id = audit_log.id), '{}') || detail as detail,
    created_at
  from audit_log;
comment on column audit_lines.id is 'never null';
comment on column audit_lines.actor_id is 'never null';
comment on column audit_lines.act is 'never null';
comment on column audit_lines.detail is 'never null';
comment on column audit_lines.created_at is 'never null';
