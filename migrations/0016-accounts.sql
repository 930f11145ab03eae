-- Accounts that their owners deleted. The row stays as an id without a person behind it: the ledger, payments and the audit
-- log refer to it. It is banned, so that whatever looks at bans treats it as gone.
alter table users add column deleted_at timestamptz,
  add constraint deleted_accounts_are_banned check (deleted_at is null or banned_at is not null);
create index deleted_users on users (id) where deleted_at is not null;

-- A request that began before the deletion must not bring anything of the person back.
create function keep_deleted_account() returns trigger language plpgsql as $$
begin
  raise exception 'the account % was deleted', old.id using errcode = 'restrict_violation';
end $$;
create trigger deleted_accounts_stay before update on users for each row
  when (old.deleted_at is not null) execute function keep_deleted_account();
