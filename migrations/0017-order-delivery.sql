-- An order is handed over or paid back, by whom and when.
alter table orders
  add column settled_by uuid references users,
  add column settled_at timestamptz,
  add column note text check (length(note) between 1 and 500),
  add constraint settled_says_who check ((status = 'pending') = (settled_at is null));
-- The list of those who deliver: what waits, the longest waiting first, then what was settled, the latest first.
create index orders_waiting on orders (id) where status = 'pending';
create index orders_settled on orders (settled_at desc, id desc) where status <> 'pending';

-- A level that an organiser vouches for: its address shows it to whoever has the code.
create table certificates (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[A-Z2-9]{12}$'),
  order_id uuid not null unique references orders,
  user_id uuid not null references users,
  -- As it stands on the paper, whatever the account is called later.
  shown_name text not null check (length(shown_name) between 1 and 80),
  language text not null,
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  issued_by uuid not null references users,
  issued_at timestamptz(3) not null default now()
);
create index certificates_of_user on certificates (user_id, id desc);

-- The same purchase as before, for the price that the buyer saw: where it has changed since, nothing is bought and
-- the price of now is answered. Null buys at whatever it costs.
drop function buy_item(uuid, text);
create function buy_item(buyer uuid, wanted text, seen integer default null) returns jsonb language plpgsql as $$
declare
  cost integer := (select price from store_items where id = wanted and is_active);
  order_id uuid := uuidv7();
  debit record;
  made orders%rowtype;
begin
  if cost is null then
    return jsonb_build_object('refused', 'store/no-such-item');
  end if;
  if cost <> seen then
    return jsonb_build_object('refused', 'store/price-changed', 'price', cost);
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
