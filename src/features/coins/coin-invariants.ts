import { findMissingTrigger, type Invariant } from '#server/db/find-broken.ts';

/** Invariants of wallets and ledger, checked by tests and by `npm run doctor`. */
export const coinInvariants: readonly Invariant[] = [
  {
    name: 'everybody has a wallet',
    query: 'select id from users where not exists (select from wallets where user_id = users.id)',
  },
  {
    name: 'a wallet is the sum of its ledger and counts its movements',
    query: `
      select user_id, balance, last_sequence, coalesce(sum(amount), 0) as sum, count(amount) as movements
      from wallets left join sumicoins_ledger using (user_id) group by user_id
      having balance <> coalesce(sum(amount), 0) or last_sequence <> count(amount)`,
  },
  {
    name: 'no wallet was ever negative',
    query: `
      select user_id, balance from wallets where balance < 0
      union all select user_id, balance_after from sumicoins_ledger where balance_after < 0`,
  },
  {
    name: 'movements follow one another without a gap, each from the balance before',
    query: `
      select user_id, sequence, amount, balance_after from (
        select *, row_number() over movements as place, lag(balance_after, 1, 0) over movements as before
        from sumicoins_ledger window movements as (partition by user_id order by sequence)
      ) as chain where sequence <> place or balance_after <> before + amount`,
  },
  {
    name: 'a cause moves coins once',
    query: 'select user_id, cause from sumicoins_ledger group by user_id, cause having count(*) > 1',
  },
  {
    name: 'the sign of a movement fits its type',
    query: `
      select id, transaction_type, amount from sumicoins_ledger
      where amount = 0 or (transaction_type <> 'event_reward'
        and (transaction_type in ('purchase', 'admin_debit')) <> (amount < 0))`,
  },
  {
    name: 'the ledger refuses changes',
    query: findMissingTrigger('sumicoins_ledger', 'ledger_is_append_only'),
  },
];
