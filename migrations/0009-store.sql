create table store_items (
  id text primary key check (id ~ '^[a-z0-9-]{3,40}$'),
  category text not null check (category in ('classes', 'certificates', 'material', 'profile')),
  price integer not null check (price between 1 and 1000000),
  icon text not null,
  position integer not null,
  is_active boolean not null default true,
  -- Since when an item is for sale that an administrator put into the store; null for those it began with.
  for_sale_since timestamptz
);
insert into store_items (id, category, price, icon, position) values
  ('private-class-30', 'classes', 500, 'user', 1),
  ('private-class-60', 'classes', 900, 'users', 2),
  ('pack-of-5-classes', 'classes', 2000, 'stack', 3),
  ('level-certificate', 'certificates', 1500, 'certificate', 4),
  ('premium-material', 'material', 300, 'book', 5),
  ('custom-avatar', 'profile', 100, 'brush', 6),
  ('streak-shield', 'profile', 50, 'shield', 7);
-- Orders name items without a foreign key, so an item is never deleted. `is_active` takes it out of the store.
create trigger items_stay before delete or truncate on store_items
  for each statement execute function refuse_change();

-- An order waits until an administrator delivers it or refunds it.
create table orders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  -- A store item, without a foreign key: its check would lock the item's row in every purchase. The six rows are the
  -- same for all buyers, and that lock costs a fifth of the purchases a second. The trigger `items_stay` keeps the
  -- id valid instead.
  item_id text not null,
  price integer not null check (price > 0),
  status text not null default 'pending' check (status in ('pending', 'fulfilled', 'refunded')),
  debit_id uuid not null unique references sumicoins_ledger,
  refund_id uuid unique references sumicoins_ledger,
  settled_by uuid references users,
  settled_at timestamptz,
  note text check (length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'refunded') = (refund_id is not null)),
  constraint settled_says_who check ((status = 'pending') = (settled_at is null))
);
create index orders_of_user on orders (user_id, id desc);
-- The administrators' list: waiting orders, oldest first, then settled orders, latest first.
create index orders_waiting on orders (id) where status = 'pending';
create index orders_settled on orders (settled_at desc, id desc) where status <> 'pending';

-- A level that a teacher or administrator vouches for. The page at its code is public to those who know the code.
create table certificates (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[A-Z2-9]{12}$'),
  order_id uuid not null unique references orders,
  user_id uuid not null references users,
  -- The name on the certificate. It stays when the account is renamed.
  shown_name text not null check (length(shown_name) between 1 and 80),
  language text not null check (language = any (language_codes())),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  issued_by uuid not null references users,
  issued_at timestamptz(3) not null default now()
);
create index certificates_of_user on certificates (user_id, id desc);

-- A whole purchase in one round trip, all or nothing: it reads the price from the catalogue, takes the coins from
-- the ledger by `append_to_ledger` (0006-coins), makes the order and publishes the event to the buyer's browsers. It answers {order, balance}, or
-- {refused} and then nothing has changed.
-- `seen` is the price that the buyer saw. When the price has changed since, nothing is bought and the current price
-- is answered. Null buys at any price. A streak shield is handed over at once, and refused to a buyer who has as many in
-- hand as the settings allow; the wallet's lock, taken before they are counted, lets one of two purchases see the other.
create function buy_item(buyer uuid, wanted text, seen integer default null) returns jsonb language plpgsql as $$
declare
  cost integer := (select price from store_items where id = wanted and is_active);
  order_id uuid := uuidv7();
  is_shield boolean := wanted = 'streak-shield';
  debit record;
  made orders%rowtype;
begin
  if cost is null then
    return jsonb_build_object('refused', 'store/no-such-item');
  end if;
  if cost <> seen then
    return jsonb_build_object('refused', 'store/price-changed', 'price', cost);
  end if;
  if is_shield then
    perform from wallets where user_id = buyer for update;
    if shields_in_hand(buyer) >= (select most_shields from coin_settings) then
      return jsonb_build_object('refused', 'store/shields-full');
    end if;
  end if;
  select * into debit from append_to_ledger(buyer, -cost, 'purchase', wanted, 'order:' || order_id);
  if debit.ledger_id is null then
    return jsonb_build_object('refused', 'coins/too-few', 'price', cost, 'balance', debit.balance);
  end if;
  insert into orders (id, user_id, item_id, price, debit_id, status, settled_at)
    values (order_id, buyer, wanted, cost, debit.ledger_id, case when is_shield then 'fulfilled' else 'pending' end,
      case when is_shield then now() end) returning * into made;
  if is_shield then
    perform give_shield(buyer);
    perform publish_event('profiles.changed', array[buyer]);
  end if;
  perform publish_event('store.changed', array[buyer], order_id);
  return jsonb_build_object('balance', debit.balance, 'order', jsonb_build_object(
    'id', made.id, 'itemId', made.item_id, 'price', made.price, 'status', made.status,
    'createdAt', made.created_at, 'updatedAt', made.updated_at));
end $$;

create trigger store_items_tell_stale after insert or update or delete or truncate on store_items
  for each statement execute function tell_stale();
