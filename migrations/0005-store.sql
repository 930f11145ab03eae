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
-- An item leaves the store by `is_active`: orders go on naming it.
create trigger items_stay before delete or truncate on store_items
  for each statement execute function refuse_change();

create table orders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  -- Names a store item without referencing it: the check would lock the item's row in every purchase, the same
  -- six rows for everybody, and cost a fifth of all purchases a second. `items_stay` keeps the name good.
  item_id text not null,
  price integer not null check (price > 0),
  status text not null default 'pending' check (status in ('pending', 'fulfilled', 'refunded')),
  debit_id uuid not null unique references sumicoins_ledger,
  refund_id uuid unique references sumicoins_ledger,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'refunded') = (refund_id is not null))
);
create index orders_of_user on orders (user_id, id desc);

-- One purchase in one round trip, all of it or nothing: the price is the catalogue's, the coins leave the ledger,
-- the order waits for delivery, the buyer's browsers hear of it. Answers {order, balance}, or {refused} and
-- nothing has changed.
create function buy_item(buyer uuid, wanted text) returns jsonb language plpgsql as $$
declare
  cost integer := (select price from store_items where id = wanted and is_active);
  order_id uuid := uuidv7();
  debit record;
  made orders%rowtype;
begin
  if cost is null then
    return jsonb_build_object('refused', 'store/no-such-item');
  end if;
  select * into debit from append_to_ledger(buyer, -cost, 'purchase', wanted, 'order:' || order_id);
  if debit.ledger_id is null then
    return jsonb_build_object('refused', 'coins/too-few', 'price', cost, 'balance', debit.balance);
  end if;
  insert into orders (id, user_id, item_id, price, debit_id)
    values (order_id, buyer, wanted, cost, debit.ledger_id) returning * into made;
  insert into events (kind, audience, subject) values ('store.changed', array[buyer], order_id);
  return jsonb_build_object('balance', debit.balance, 'order', jsonb_build_object(
    'id', made.id, 'itemId', made.item_id, 'price', made.price, 'status', made.status,
    'createdAt', made.created_at, 'updatedAt', made.updated_at));
end $$;

-- Stores what a statement answers under its Idempotency-Key, in that statement (src/server/db/once.ts): a key
-- that is taken undoes it. A refusal is answered and not stored.
create function keep_answer(person uuid, token text, asked text, hash text, said jsonb)
returns jsonb language plpgsql as $$
begin
  if not said ? 'refused' then
    insert into idempotency_keys (person_id, key, operation, request_hash, answer)
      values (person, token, asked, hash, said);
  end if;
  return said;
end $$;
