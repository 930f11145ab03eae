create table store_items (
  id text primary key check (id ~ '^[a-z0-9-]{3,40}$'),
  category text not null check (category in ('classes', 'certificates', 'material', 'profile')),
  price integer not null check (price between 1 and 1000000),
  icon text not null,
  position integer not null,
  is_active boolean not null default true,
  -- The picture of a kid's profile is always drawn (profiles/upload-avatar.ts), so one made for them is of no use.
  is_for_kids boolean not null default true,
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
update store_items set is_for_kids = false where id = 'custom-avatar';
-- Orders name items without a foreign key, so an item is never deleted. `is_active` takes it out of the store.
create trigger items_stay before delete or truncate on store_items
  for each statement execute function refuse_change();

-- An order waits until an administrator delivers it or refunds it.
create table orders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  -- A store item, without a foreign key: its check would lock the item's row in every purchase. All buyers share
  -- those few rows, and that lock costs a fifth of the purchases a second. The trigger `items_stay` keeps the
  -- id valid instead.
  item_id text not null,
  price integer not null check (price > 0),
  status text not null default 'pending' check (status in ('pending', 'fulfilled', 'refunded')),
  debit_id uuid not null unique references sumicoins_ledger,
  refund_id uuid references sumicoins_ledger,
  settled_by uuid references users,
  settled_at timestamptz,
  note text check (length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  check ((status = 'refunded') = (refund_id is not null)),
  constraint settled_says_who check ((status = 'pending') = (settled_at is null))
);
create unique index order_of_refund on orders (refund_id) where refund_id is not null;
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

create trigger orders_publish after insert on orders referencing new table as changed
  for each statement execute function publish_to_people('store.changed');
-- An order of a shield hands it over at once.
create function hand_over_shield() returns trigger language plpgsql as $$
begin
  perform give_shield(new.user_id);
  perform publish_event('profiles.changed', array[new.user_id]);
  return null;
end $$;
create trigger shield_is_handed_over after insert on orders
  for each row when (new.item_id = 'streak-shield') execute function hand_over_shield();

-- Purchases of many people in one call, each whole or not at all. It reads the prices from the catalogue, takes the
-- coins from the ledger by `append_movements` (0006-coins) and makes the orders. Triggers tell the buyers' browsers.
-- The n-th outcome is {order, balance}, or {refused}, and then that purchase has changed nothing. Purchases of one
-- person are made one after another. `seen` is the price that the buyer saw. When the price has changed since, nothing
-- is bought and the current price is answered. Null buys at any price. A deleted account buys nothing. A streak shield
-- is refused to a buyer who has as many in hand as the settings allow; the wallets' locks, taken before they are
-- counted, let one of two purchases see the other. A private class is refused to a kid without the consent of their
-- guardian, which is asked for no other item. An item that is not for kids does not exist for a kid.
create function buy_items(buyers uuid[], wanted text[], seen integer[])
returns table (nth bigint, outcome jsonb) language plpgsql
-- As `append_movements`.
set plan_cache_mode = force_generic_plan as $$
declare
  most_of_one integer := case cardinality(buyers) when 1 then 1 else (
    select max(times) from (select count(*) as times from unnest(buyers) as buyer group by buyer) as each) end;
begin
  if 'streak-shield' = any(wanted) then
    perform from wallets where user_id = any(buyers) order by user_id for update;
  end if;
  for turn in 1..most_of_one loop
    return query
    with asked as materialized (
      select asked.*, price, category, is_for_kids, uuidv7() as order_id, item = 'streak-shield' as is_shield
      from (
        select *, row_number() over (partition by buyer order by each.nth) as turn_of_buyer
        from unnest(buyers, wanted, seen) with ordinality as each (buyer, item, price_seen, nth)) as asked
        left join store_items on store_items.id = item and is_active
      where turn_of_buyer = turn),
    judged as materialized (
      select *, case
        when price is null or not is_for_kids and (select age_group = 'kid' from profiles where user_id = buyer)
          then 'store/no-such-item'
        when price <> price_seen then 'store/price-changed'
        when is_shield and shields_in_hand(buyer) >= (select most_shields from coin_settings) then 'store/shields-full'
        when category = 'classes' and not (select may_join_live(age_group, user_id) from profiles where user_id = buyer)
          then 'accounts/guardian-first'
        end as refused
      from asked),
    paid as materialized (
      select movement.* from (
        select array_agg(buyer) as people, array_agg(-price) as coins, array_agg(item) as items,
          array_agg('order:' || order_id) as causes
        from judged where refused is null) as due,
        append_movements(people, coins, 'purchase', items, causes) as movement),
    made as (
      insert into orders (id, user_id, item_id, price, debit_id, status, settled_at)
      select order_id, buyer, item, price, ledger_id, case when is_shield then 'fulfilled' else 'pending' end,
        case when is_shield then now() end
      from judged join paid on person = buyer where ledger_id is not null
      returning *)
    select judged.nth, case
      when refused = 'store/price-changed' then jsonb_build_object('refused', refused, 'price', judged.price)
      when refused is not null then jsonb_build_object('refused', refused)
      -- The coins are enough and did not move.
      when made.id is null and paid.balance >= judged.price then jsonb_build_object('refused', 'accounts/sign-in-first')
      when made.id is null then
        jsonb_build_object('refused', 'coins/too-few', 'price', judged.price, 'balance', paid.balance)
      else jsonb_build_object('balance', paid.balance, 'order', jsonb_build_object(
        'id', made.id, 'itemId', made.item_id, 'price', made.price, 'status', made.status,
        'createdAt', made.created_at, 'settledAt', made.settled_at)) end
    from judged left join paid on person = buyer left join made on made.user_id = buyer;
  end loop;
end $$;

-- One purchase.
create function buy_item(buyer uuid, wanted text, seen integer default null) returns jsonb language sql as $$
  select outcome from buy_items(array[buyer], array[wanted], array[seen])
$$;

create trigger store_items_invalidate after insert or update or delete or truncate on store_items
  for each statement execute function invalidate_shared();
