-- Users and how they sign in. Better Auth writes users, sessions, sign_in_methods, verifications and two_factors
-- (src/features/accounts).
create table users (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  -- Whether the user gave or kept their name after signing up. A sign-up without one takes it from the address.
  name_answered boolean not null default false,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  -- Whether the address was verified in a browser that was not signed in to the account: a stranger who signed up with
  -- the address may still have the password. A new password by letter ends that, and what was set up meanwhile.
  verified_elsewhere boolean not null default false,
  image text check (length(image) <= 300),
  -- What others see in place of the name and the picture while administrators hide them: an alias and one of Sumi's
  -- drawings.
  name_alias text check (length(name_alias) between 1 and 80),
  alias_image text check (length(alias_image) <= 300),
  name_hidden_at timestamptz(3),
  name_hidden_reason text check (length(name_hidden_reason) between 1 and 500),
  -- When the user chose another name or picture since, which waits for an administrator.
  name_chosen_at timestamptz(3),
  two_factor_enabled boolean not null default false,
  -- The strongest of the user's roles, which decides what they may do. A trigger on `user_roles` keeps it.
  role text not null default 'student' check (role in ('student', 'teacher', 'admin')),
  banned_at timestamptz,
  -- Deleted by its owner: an id without a person, to which the ledger, payments and the audit log refer. It is banned,
  -- so that whatever looks at bans treats it as gone.
  deleted_at timestamptz,
  ban_reason text check (length(ban_reason) between 1 and 500),
  -- The time zone the user lives in, and the language of the interface and of mail.
  zone text not null default 'America/Mexico_City' check (length(zone) <= 64),
  locale text not null default 'es' check (locale in ('es', 'en', 'fr', 'pt', 'de', 'ko', 'zh')),
  -- What the links carry by which this user invites others. It is no secret and says no name.
  invite_code text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 12),
  -- Whose link this user signed up by. Set with the account and never later, so no inviter can be bought afterwards.
  invited_by uuid references users constraint invited_by_another check (invited_by <> id),
  search_text text generated always as (folded(name || ' ' || email)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deleted_accounts_are_banned check (deleted_at is null or banned_at is not null),
  constraint hidden_names_have_an_alias check (
    (name_hidden_at is null) = (name_alias is null) and (name_hidden_at is null) = (alias_image is null)
    and (name_hidden_at is null) = (name_hidden_reason is null)
    and (name_chosen_at is null or name_hidden_at is not null))
);

-- People as others see them: the one place that decides between a name and an alias. Whatever shows a person to people
-- other than themselves and administrators reads this view.
create view shown_people as
  select id, coalesce(name_alias, name) as name, case when name_alias is null then image else alias_image end as image,
    name_alias is not null as is_alias
  from users;
-- The types of columns are made from these (scripts/database-types/generate-db-types.ts).
comment on column shown_people.id is 'never null';
comment on column shown_people.name is 'never null';
comment on column shown_people.is_alias is 'never null';
create index hidden_names on users (created_at desc, id desc) where name_hidden_at is not null;
create index users_by_time on users (created_at desc, id desc);
-- The list of people by name.
create index users_by_name on users (search_text, id) where deleted_at is null;
create index banned_users on users (created_at desc, id desc) where banned_at is not null;
create index deleted_users on users (id) where deleted_at is not null;
create index invited_users on users (invited_by) where invited_by is not null;

-- Links by which a user invites others as well, up to a number of them and until an instant.
create table invite_links (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  code text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 12),
  -- What its owner calls it.
  label text not null check (length(label) between 1 and 60),
  -- How many signed up by it, and how many may.
  uses integer not null default 0,
  most_uses integer not null check (most_uses between 1 and 500),
  ends_at timestamptz(3) not null,
  -- When its owner ended it, before its time.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint uses_fit check (uses between 0 and most_uses)
);
create index invite_links_of_user on invite_links (user_id, created_at desc, id desc);
create index invite_links_by_time on invite_links (created_at desc, id desc);
-- By which of them the user signed up, if by one.
alter table users add column invited_by_link uuid references invite_links on delete set null;
create index invited_by_links on users (invited_by_link) where invited_by_link is not null;

-- Notes by whose link a new account was made: the one without a limit, or one that has a place left, of which it takes
-- one. A code that no user gave, that has ended or is used up, one's own, or that of an account that was banned or
-- deleted notes nothing. Sign-ups by one link wait for each other's commit, so that it invites as many as it may.
create function note_inviter(person uuid, said_code text, at timestamptz) returns void language plpgsql as $$
declare
  inviter uuid;
  link uuid;
begin
  if exists (select from users where id = person and invited_by is not null) then
    return;
  end if;
  select id into inviter from users where invite_code = said_code and id <> person and banned_at is null;
  if inviter is null then
    update invite_links set uses = uses + 1
      where code = said_code and user_id <> person and uses < most_uses and ended_at is null and ends_at > at
        and exists (select from users where id = user_id and banned_at is null)
      returning user_id, id into inviter, link;
  end if;
  if inviter is not null then
    update users set invited_by = inviter, invited_by_link = link where id = person;
  end if;
end $$;

-- A request that began before the deletion must not bring anything of the person back.
create function keep_deleted_account() returns trigger language plpgsql as $$
begin
  raise exception 'the account % was deleted', old.id using errcode = 'restrict_violation';
end $$;
create trigger deleted_accounts_stay before update on users for each row
  when (old.deleted_at is not null) execute function keep_deleted_account();

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
-- The library looks for what has expired at each step of signing in elsewhere.
create index verifications_by_end on verifications (expires_at);

-- The second factor: codes of an authenticator app, and backup codes for a lost phone. Better Auth encrypts both.
create table two_factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until the user has typed a first code of the app.
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Passkeys: keys of the user's devices, which sign in without a password. Only the public half is here.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The name by which the device knows it.
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  public_key bytea not null,
  -- How often it signed, where the device counts: a copy would count apart.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- Whether a service of the user's keeps it for their other devices.
  synced boolean not null,
  -- What its owner calls it.
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id, created_at, id);

-- Telephone numbers that a code has proved, one for a user. A number belongs to one account, and who only types it
-- takes it from no account.
create table phones (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  number text not null unique check (number ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz(3) not null default now()
);

-- What a device has to sign, once and within minutes: for the user who adds a passkey, or for a visitor who wants to
-- sign in.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- Passwords of the demo, which are public: they stand in a file and on the sign-in page. A row means something for as
-- long as the user still has this hash. It lies beside the users, so that it goes wherever they are moved.
create table demo_passwords (
  user_id uuid primary key references users on delete cascade,
  password text not null
);

-- What a start of the demo made for its visitors, and until when it is there. A later start makes it again once that is
-- past: not because it is gone, as a seat that a visitor gave up is.
create table demo_parts (
  part text primary key,
  lasts_until timestamptz not null
);

-- Used codes of authenticator apps, hashed and kept for minutes. The primary key makes a code good for one sign-in,
-- also when two requests carry it at the same time.
create table used_codes (
  user_id uuid not null references users on delete cascade,
  code text not null,
  used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, code)
);

-- Keys that sign tokens by which other services recognise an account (apps that are no browser ask for them). A key
-- signs until `expires_at` and is published for a day longer. The private half is encrypted with the server's secret,
-- of which `sealed_by` is a fingerprint: keys of another secret are of no use.
create table signing_keys (
  id uuid primary key default gen_random_uuid(),
  sealed_by text not null default '',
  alg text not null default 'ES256' check (alg = 'ES256'),
  crv text not null default 'P-256' check (crv = 'P-256'),
  public_key text not null,
  private_key text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index signing_keys_by_end on signing_keys (expires_at);

-- What the holder of a link that was mailed to an address may do. The secret part of the link is a signature of `id`,
-- so a copy of this table opens no account. A link works once.
create table account_links (
  id uuid primary key,
  purpose text not null check (
    purpose in ('reset-password', 'verify-email', 'change-email', 'sign-up', 'guardian-consent', 'sign-in',
      'sign-in-phone', 'add-phone')),
  user_id uuid references users on delete cascade,
  -- The address it was mailed to: for `change-email` the new address, for `guardian-consent` the guardian's. For
  -- `sign-in-phone` and `add-phone` the telephone number that got a code.
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  -- For `sign-up`: the account to make (name, password hash, zone, locale). Emptied when the link is used.
  newcomer jsonb check (pg_column_size(newcomer) <= 4000),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint a_newcomer_has_no_account check ((user_id is null) = (purpose = 'sign-up')),
  constraint only_newcomers_wait check ((newcomer is null) = (purpose <> 'sign-up'))
);
create index account_links_of_user on account_links (user_id);
create index account_links_by_age on account_links (expires_at);

-- The consent of a guardian, for people who said that they are kids. Without a consent in force (given and not revoked)
-- they join no live class. Kids whom an administrator marked have no row until one revokes the consent: the
-- administrator vouches for them.
create table guardian_consents (
  user_id uuid primary key references users on delete cascade,
  -- Null until the kid names a guardian, who is then asked.
  address text check (address = lower(address) and length(address) between 3 and 254),
  asked_at timestamptz,
  given_at timestamptz,
  revoked_at timestamptz,
  -- Whether the guardian followed the letter to this address. The kid typed it, so no other letter goes there before.
  address_proved boolean not null default false,
  constraint a_named_guardian_is_asked check ((address is null) = (asked_at is null)),
  constraint only_an_address_is_proved check (address is not null or not address_proved)
);
-- False for a kid who has not named a guardian, and for one whose guardian has not consented, or no longer does.
create function has_guardian_consent(person uuid) returns boolean language sql stable as $$
  select not exists (
    select from guardian_consents where user_id = person and (given_at is null or revoked_at is not null))
$$;

-- Whether a person has proved where they are reached, by an address or a telephone. For a kid, who often has no
-- mailbox, the consent of a guardian counts as much.
create function has_proved_contact(person uuid) returns boolean language sql stable as $$
  select exists (select from users where id = person and email_verified)
    or exists (select from phones where user_id = person)
    or exists (select from guardian_consents
      where user_id = person and given_at is not null and revoked_at is null)
$$;

-- Where letters about a kid's classes go: to the guardian whose consent is in force and who proved their address. Null
-- for every other person.
create function guardian_address(person uuid) returns text language sql stable as $$
  select address from guardian_consents
  where user_id = person and given_at is not null and revoked_at is null and address_proved
$$;

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('student', 'teacher', 'admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index admins on user_roles (user_id) where role = 'admin';

-- The administrators who count at an instant, for telling them something and for leaving at least one: not banned, and
-- with a way in, which is a password, another provider, a passkey, a telephone or a session. The closed demo's has
-- none.
create function administrators_in_force(at timestamptz) returns table (user_id uuid) language sql stable as $$
  select admins.user_id from user_roles admins join users on users.id = admins.user_id
  where admins.role = 'admin' and users.banned_at is null and (
    exists (select from sign_in_methods where sign_in_methods.user_id = users.id)
    or exists (select from sessions where sessions.user_id = users.id and expires_at > at)
    or exists (select from passkeys where passkeys.user_id = users.id)
    or exists (select from phones where phones.user_id = users.id))
$$;

-- However an account is made (sign-up form, invitation, another sign-in service), the same transaction gives it the
-- student role. Later features add triggers of their own on `users`, for the profile and the wallet.
create function give_student_role() returns trigger language plpgsql as $$
begin
  insert into user_roles (user_id, role) values (new.id, 'student');
  return null;
end $$;
create trigger new_user_gets_role after insert on users for each row execute function give_student_role();

-- Keeps `users.role` equal to the strongest of a user's roles, whatever code writes them.
create function keep_strongest_role() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  strongest text;
begin
  -- The lock is a statement of its own, so that the next one sees every role committed while it waited.
  perform from users where id = person for no key update;
  select held.role into strongest from user_roles held where held.user_id = person
    order by array_position(array['student', 'teacher', 'admin'], held.role) desc limit 1;
  update users set role = coalesce(strongest, 'student')
    where id = person and role <> coalesce(strongest, 'student');
  return null;
end $$;
create trigger strongest_role_kept after insert or update or delete on user_roles
  for each row execute function keep_strongest_role();

-- Whether a person's password is too short for an administrator, who needs more characters where the setting says so.
-- The server marks the hash of one that is long enough (src/features/accounts/sign-in/mark-long-passwords.ts).
create function has_short_password(person uuid, needed integer default 12) returns boolean language sql stable as $$
  select exists (select from sign_in_methods where user_id = person and password is not null
    and coalesce(substring(password from '^long([0-9]+):')::integer, 0) < needed)
$$;

-- No administrator has a short password, whichever of role and password comes last. The role waits for a password that
-- is being written: a new row of one holds the user's.
create function refuse_short_password() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'user_roles' then
    perform from users where id = new.user_id for no key update;
    perform from sign_in_methods where user_id = new.user_id for share;
  end if;
  if has_short_password(new.user_id)
    and exists (select from user_roles where user_id = new.user_id and role = 'admin') then
    raise exception 'an administrator needs a longer password'
      using errcode = 'check_violation', constraint = 'administrators_have_long_passwords';
  end if;
  return null;
end $$;
create trigger administrators_have_long_passwords after insert or update of role on user_roles for each row
  when (new.role = 'admin') execute function refuse_short_password();
create trigger administrators_have_long_passwords after insert or update of password on sign_in_methods for each row
  when (new.password !~ '^long[0-9]+:') execute function refuse_short_password();

-- When a session ends, or a role or a ban changes, every server process drops that user from its cache and closes
-- the user's streams. A trigger does it so that no code can forget it. The NOTIFY goes out at commit. It takes a
-- lock shared by the whole server, which is no problem because such changes are rare.
-- Later features use this function for whatever else decides what a user may do (age group, tier, verification).
create function publish_access_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  person uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
begin
  perform publish_event('accounts.access-changed', array[person]);
  perform pg_notify('access', person::text);
  return null;
end $$;
create trigger session_ended after delete on sessions for each row execute function publish_access_changed();
create trigger role_given after insert on user_roles for each row
  when (new.role <> 'student') execute function publish_access_changed();
create trigger role_changed after update on user_roles for each row execute function publish_access_changed();
create trigger role_taken after delete on user_roles for each row execute function publish_access_changed();
create trigger consent_changed after insert or update or delete on guardian_consents
  for each row execute function publish_access_changed();
create trigger ban_changed after update of banned_at on users for each row
  when (old.banned_at is distinct from new.banned_at) execute function publish_access_changed();

-- Switching the second factor on or off ends every session of the user. The browser that did it then gets a new one.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
create trigger second_factor_changed after update of two_factor_enabled on users for each row
  when (old.two_factor_enabled is distinct from new.two_factor_enabled) execute function end_sessions();

-- Ends every link that gives control of an account, also in letters that wait to be sent: the person who asked for them
-- may have known a password that is no longer the account's. The letter of a reset goes to the account's own address,
-- so any visitor may ask for it.
create function end_account_keys(person uuid, at timestamptz) returns void language plpgsql as $$
begin
  update account_links set used_at = at where user_id = person and used_at is null
    and purpose in ('reset-password', 'change-email', 'sign-in', 'sign-in-phone', 'add-phone');
  perform withdraw_mail('accounts.change-email', person), withdraw_sms('accounts.add-phone', person);
end $$;

-- Ends sign-ins that wait for the second factor: their password was right once, and may not be any more.
create function end_challenges(person uuid) returns void language sql as $$
  delete from verifications where value = person::text and identifier like '2fa-%'
$$;

-- A password is changed because another person may know it. All that the old one opened ends with it in one
-- statement: the library changes the password and ends the sessions one after the other, and may fail in between. The
-- lock waits for sign-ins that have made a session and not committed it, which would not be found otherwise.
create function end_what_a_password_opened() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for update;
  delete from sessions where user_id = new.user_id;
  perform end_challenges(new.user_id), end_account_keys(new.user_id, clock_timestamp());
  return null;
end $$;
create trigger password_changed after update of password on sign_in_methods for each row
  when (old.password is distinct from new.password) execute function end_what_a_password_opened();

-- What shared pages show of a person: their name and picture, whether they teach, and which row of the cup is theirs.
create trigger users_invalidate after update of name, image, email, banned_at, name_alias on users for each row
  when ((old.name, old.image, old.email, old.banned_at, old.name_alias)
    is distinct from (new.name, new.image, new.email, new.banned_at, new.name_alias))
  execute function invalidate_shared();
-- A line of the cup belongs to the person who proved its address.
create trigger users_proved_invalidate after update of email_verified on users for each row
  when (old.email_verified <> new.email_verified) execute function invalidate_own_row('id');
create trigger users_gone_invalidate after delete or truncate on users for each statement execute function invalidate_shared();
create trigger user_roles_given_invalidate after insert on user_roles for each row
  when (new.role <> 'student') execute function invalidate_shared();
create trigger user_roles_invalidate after update or delete or truncate on user_roles
  for each statement execute function invalidate_shared();
