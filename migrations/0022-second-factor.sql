-- The second factor: an app's codes, and backup codes for when the phone is away. Better Auth writes it, encrypted.
alter table users add column two_factor_enabled boolean not null default false;
create table two_factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until the first code of the app came in.
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- An app's code is good for one sign-in, also when it is used twice at once. Kept for minutes, and hashed.
create table used_codes (
  user_id uuid not null references users on delete cascade,
  code text not null,
  used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, code)
);

-- On or off: whoever was in before is out, and whoever did it gets a new session.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
create trigger second_factor_changed after update of two_factor_enabled on users for each row
  when (old.two_factor_enabled is distinct from new.two_factor_enabled) execute function end_sessions();
