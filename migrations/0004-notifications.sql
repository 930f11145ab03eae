-- Notices inside the product. The text is in the catalogues; a row holds the kind and the values to fill in.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 4000),
  -- The page it leads to: a path of this product, never another site.
  link text check (link like '/%' and link not like '//%' and length(link) <= 300),
  created_at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, id desc);
create index unread_notifications on notifications (user_id) where read_at is null;
