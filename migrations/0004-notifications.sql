-- Notices inside the product. The text is in the catalogues; a row holds the kind and the values to fill in.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 4000),
  -- The person whose name `detail` has under `name`. With their account the name goes, by this column alone.
  names_person uuid references users,
  -- The page it leads to: a path of this product, never another site.
  link text check (link like '/%' and link not like '//%' and length(link) <= 300),
  -- The class or other row that it is about, for a calendar entry in its letter, and to withdraw it.
  about uuid,
  -- The other classes that it is about, where one act concerns several; null for none.
  also_about uuid[] check (cardinality(also_about) between 1 and 500),
  -- With the same key a person is told once, however often and from however many processes it is attempted.
  once text check (length(once) between 1 and 200),
  created_at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz,
  constraint a_name_is_of_a_person check (not detail ? 'name' or names_person is not null)
);
create index notifications_naming on notifications (names_person) where names_person is not null;
create unique index notices_told_once on notifications (user_id, once) where once is not null;
create index notifications_of_user on notifications (user_id, id desc);
create index unread_notifications on notifications (user_id) where read_at is null;
create index notifications_about on notifications (about) where about is not null;

-- What a person chose about notices. Without a row, and for what `chosen` leaves out, the defaults of
-- src/features/notifications/rules.ts.
create table notice_settings (
  user_id uuid primary key references users on delete cascade,
  -- True or false by `topic:channel`, such as `{"money:email": false}`.
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object' and pg_column_size(chosen) <= 2000),
  -- Full hours on the person's own clock; both null for no quiet hours.
  quiet_from smallint default 22 check (quiet_from between 0 and 23),
  quiet_until smallint default 7 check (quiet_until between 0 and 23),
  -- Letters that can wait go out together once a day.
  digest boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint quiet_hours_begin_and_end check ((quiet_from is null) = (quiet_until is null)),
  constraint quiet_hours_last check (quiet_from <> quiet_until)
);

-- The letters that a guardian stopped are their own choice: another guardian whom the kid names gets them.
create function forget_choices_of_guardian() returns trigger language plpgsql as $$
begin
  update notice_settings
    set chosen = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(chosen) where key not like '%:guardian')
    where user_id = new.user_id and exists (select from jsonb_object_keys(chosen) key where key like '%:guardian');
  return null;
end $$;
create trigger another_guardian_chooses after update of address on guardian_consents for each row
  when (old.address <> new.address) execute function forget_choices_of_guardian();

-- Notices that leave the product, one row a notice and channel: an outbox, written in the transaction of the notice.
-- `due_work` says when to try. A notice that is withdrawn takes its rows along, so nothing of it is sent any more.
create table notice_deliveries (
  notice_id uuid not null references notifications on delete cascade,
  channel text not null check (channel in ('email', 'push')),
  -- Waits with others of its person, to go out in one letter with them.
  gathered boolean not null default false,
  -- The push subscriptions that have taken it.
  reached uuid[] not null default '{}',
  -- After this instant it is of no use: the class has begun, the offer has ended.
  good_until timestamptz(3),
  -- When it was sent, or given up with the reason in `outcome`.
  settled_at timestamptz(3),
  outcome text check (outcome in ('sent', 'refused', 'late', 'unwanted')),
  primary key (notice_id, channel),
  constraint settled_says_how check ((settled_at is null) = (outcome is null))
);
create index waiting_deliveries on notice_deliveries (notice_id) where settled_at is null;

-- Where a browser takes push messages: one row a device, as long as its person is signed in there. A program with the
-- endpoint and the keys can show messages on that device.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  endpoint text not null unique check (length(endpoint) <= 1000),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz(3) not null default now(),
  -- Since when its push service has taken no message, and until when no other one is sent; null once it took one.
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  check ((failing_since is null) = (retry_at is null))
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Deletes the unread notices of some kinds about a row, for one person or for everybody, when they are no longer true;
-- with `told_once` only those under that key. It also stops the letters about those that were read: a guardian gets one
-- about what the kid has read. For triggers, which see every deletion of a row, also by a cascade; use cases call
-- `withdrawNotices` (withdraw-notices.ts).
create function withdraw_notices(kinds text[], about_row uuid, person uuid default null, told_once text default null)
returns void language plpgsql as $$
declare
  told uuid[];
begin
  with gone as (
    delete from notifications where about = about_row and read_at is null and kind = any(kinds)
      and (person is null or user_id = person) and (told_once is null or once = told_once) returning user_id
  ) select array_agg(distinct user_id) into told from gone;
  if told is not null then perform publish_event('notifications.changed', told); end if;
  update notice_deliveries set settled_at = now(), outcome = 'unwanted'
    from notifications notice where notice.id = notice_id and settled_at is null
      and about = about_row and read_at is not null and kind = any(kinds)
      and (person is null or user_id = person) and (told_once is null or once = told_once);
end $$;

-- Deletes the notices that these people were told under these keys, read or not: what they say is to be seen no more.
create function take_back_notices(keys text[], people uuid[]) returns void language plpgsql as $$
declare
  told uuid[];
begin
  with gone as (
    delete from notifications where user_id = any(people) and once = any(keys) returning user_id
  ) select array_agg(distinct user_id) into told from gone;
  if told is not null then perform publish_event('notifications.changed', told); end if;
end $$;

create trigger notifications_inserted_invalidate after insert on notifications
  referencing new table as changed for each statement execute function invalidate_own();
create trigger notifications_updated_invalidate after update on notifications
  referencing new table as changed for each statement execute function invalidate_own();
create trigger notifications_deleted_invalidate after delete on notifications
  referencing old table as changed for each statement execute function invalidate_own();
create trigger notifications_emptied_invalidate after truncate on notifications
  for each statement execute function invalidate_shared();
