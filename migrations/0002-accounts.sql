-- People and how they sign in. Better Auth writes users, sessions, sign_in_methods, verifications and
-- rate_limits; the rest of the product only reads them.
create table users (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text check (length(image) <= 300),
  banned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

create table sign_in_methods (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index sign_in_methods_of_user on sign_in_methods (user_id);

create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table rate_limits (
  id uuid primary key default uuidv7(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('student', 'teacher', 'admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index admins on user_roles (user_id) where role = 'admin';

-- A session that ends, a role or a ban that changes: every server process forgets what it remembers of
-- that person and closes their streams. Written by the database so that no caller can leave it out. The NOTIFY
-- goes out as it commits; such changes are rare enough for the lock it takes.
create function tell_access_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  person uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
begin
  insert into events (kind, audience) values ('accounts.access-changed', array[person]);
  perform pg_notify('access', person::text);
  return null;
end $$;
create trigger session_ended after delete on sessions for each row execute function tell_access_changed();
create trigger role_given after insert on user_roles for each row
  when (new.role <> 'student') execute function tell_access_changed();
create trigger role_changed after update on user_roles for each row execute function tell_access_changed();
create trigger role_taken after delete on user_roles for each row execute function tell_access_changed();
create trigger ban_changed after update of banned_at on users for each row
  when (old.banned_at is distinct from new.banned_at) execute function tell_access_changed();
