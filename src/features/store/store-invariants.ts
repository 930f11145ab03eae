import { findMissingTrigger, type Invariant } from '#server/db/find-broken.ts';

/**
 * Invariants of orders and the coins they moved, as queries that find violations. A refund's cause is `refund:<order>`.
 */
export const storeInvariants: readonly Invariant[] = [
  {
    name: 'an order has one debit: its price, from its buyer',
    query: `
      select orders.id, orders.price, debit.amount from orders left join sumicoins_ledger as debit on debit.id = debit_id
      where (debit.user_id, debit.amount, debit.transaction_type, debit.cause)
        is distinct from (orders.user_id, -orders.price, 'purchase', 'order:' || orders.id)`,
  },
  {
    name: 'coins spent on an order have bought it',
    query: `
      select id, user_id, cause from sumicoins_ledger as debit
      where cause like 'order:%' and not exists (select from orders where debit_id = debit.id)`,
  },
  {
    name: 'a refunded order gave back its price, to its buyer, once',
    query: `
      select orders.id, orders.price, refund.amount from orders left join sumicoins_ledger as refund on refund.id = refund_id
      where status = 'refunded' and (refund.amount = orders.price and refund.transaction_type = 'refund'
        and refund.user_id = orders.user_id and refund.cause = 'refund:' || orders.id) is not true`,
  },
  {
    name: 'coins given back for an order are its refund',
    query: `
      select id, user_id, cause from sumicoins_ledger as refund
      where cause like 'refund:%' and not exists (select from orders where refund_id = refund.id)`,
  },
  {
    name: 'a settled order says by whom and when; a certificate belongs to a fulfilled order of its owner',
    query: `
      select orders.id from orders where (status = 'pending') <> (settled_by is null) and item_id <> 'streak-shield'
      union all select certificates.id from certificates left join orders on orders.id = order_id
        and orders.user_id = certificates.user_id and status = 'fulfilled' and item_id = 'level-certificate'
      where orders.id is null`,
  },
  {
    name: 'an order names an item of the store',
    query: 'select id, item_id from orders where not exists (select from store_items where id = item_id)',
  },
  { name: 'items of the store stay', query: findMissingTrigger('store_items', 'items_stay') },
];
