-- Lines of the audit log are never changed, with one exception: names and other words of a person whose account is deleted
-- are taken out of what changed. The ids, the act, its time and its reason stay.
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();
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
