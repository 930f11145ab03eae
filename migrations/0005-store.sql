create table store_items (
  id text primary key check (id ~ '^[a-z0-9-]{3,40}$'),
  category text not null check (category in ('classes', 'certificates', 'material', 'profile')),
  price integer not null check (price between 1 and 1000000),
  icon text not null,
  position integer not null,
  is_active boolean not null default true
);
insert into store_items (id, category, price, icon, position) values
  ('private-class-30', 'classes', 500, 'user', 1),
  ('private-class-60', 'classes', 900, 'users', 2),
  ('pack-of-5-classes', 'classes', 2000, 'stack', 3),
  ('level-certificate', 'certificates', 1500, 'certificate', 4),
  ('premium-material', 'material', 300, 'book', 5),
  ('custom-avatar', 'profile', 100, 'brush', 6);

create table orders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  item_id text not null references store_items,
  price integer not null check (price > 0),
  status text not null default 'pending' check (status in ('pending', 'fulfilled', 'refunded')),
  debit_id uuid not null unique references sumicoins_ledger,
  refund_id uuid unique references sumicoins_ledger,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'refunded') = (refund_id is not null))
);
create index orders_of_user on orders (user_id, id desc);
