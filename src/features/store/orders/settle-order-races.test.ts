import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import type { Ctx } from '#server/ctx.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { storeInvariants } from '../store-invariants.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { refundOrder } from './refund-order.ts';

const invariants = [...coinInvariants, ...storeInvariants];

let community: Community;
let unguarded: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 30 });
  // The ledger accepts a cause twice, so only the lock on the order prevents a second refund.
  unguarded = await newCommunity({
    poolSize: 30,
    withoutGuards: `
      alter table sumicoins_ledger drop constraint one_effect_per_cause;
      create or replace function append_movements(people uuid[], coins integer[], kind text, said text[], because text[])
      returns table (person uuid, ledger_id uuid, balance integer, known boolean) language plpgsql as $$
      declare place integer;
      begin
        person := people[1];
        update wallets set balance = wallets.balance + coins[1], last_sequence = last_sequence + 1
          where user_id = person returning wallets.balance, last_sequence into balance, place;
        known := false;
        insert into sumicoins_ledger (user_id, sequence, amount, balance_after, transaction_type, description, cause)
          values (person, place, coins[1], balance, kind, said[1], because[1]) returning id into ledger_id;
        return next;
      end $$;`,
  });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));

type Attempt = 'fulfil' | 'refund';

/**
 * Several administrators settle one order at once: each outcome, the buyer's balance, the notices and the acts. Each
 * has read the order, or waits for its lock, before the first writes its line in the audit log.
 */
async function race(there: Community, attempts: readonly Attempt[], prepare = (ctx: Ctx) => ctx) {
  const buyer = await there.person({ coins: 300 });
  const { rows } = await sql<{ bought: { order: { id: string } } }>`
    select buy_item(${buyer.id}, 'premium-material') as bought`.execute(there.db);
  const id = rows[0]?.bought.order.id ?? '';
  const contexts = await Promise.all(
    attempts.map(async () => prepare(await there.ctxFor(await there.person({ role: 'admin' })))),
  );
  const settled = await raceForTable<unknown>(there.db, 'auditLog', () =>
    attempts.map((attempt, n) => {
      const ctx = contexts[n] as Ctx;
      return attempt === 'refund'
        ? refundOrder(ctx, id, { reason: 'No se puede.' }, undefined)
        : fulfilOrder(ctx, id, {}, undefined);
    }),
  );
  const count = async (from: 'notifications' | 'auditLog', column: string) =>
    (
      await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(from === 'auditLog' ? 'audit_log' : from)}
        where ${sql.ref(column)} = ${buyer.id} and ${sql.ref(from === 'auditLog' ? 'act' : 'kind')} like 'store.%'`.execute(
        there.db,
      )
    ).rows[0]?.n;
  return {
    outcomes: settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort(),
    balance: (
      await there.db
        .selectFrom('wallets')
        .select('balance')
        .where('userId', '=', buyer.id)
        .executeTakeFirstOrThrow()
    ).balance,
    notices: await count('notifications', 'user_id'),
    acts: await count('auditLog', 'person_id'),
  };
}

const settledOften = Array<string>(7).fill('store/order-settled');

it('eight refunds at once give the coins back once', async () => {
  expect(await race(community, Array<Attempt>(8).fill('refund'))).toEqual({
    outcomes: ['done', ...settledOften],
    balance: 300,
    notices: 1,
    acts: 1,
  });
  expect(await findBroken(community.db, invariants)).toEqual([]);
});

it('of fulfilling and refunding at once one is done', async () => {
  const { outcomes, balance, notices, acts } = await race(community, ['fulfil', 'refund']);
  expect(outcomes).toEqual(['done', 'store/order-settled']);
  expect([0, 300]).toContain(balance);
  expect([notices, acts]).toEqual([1, 1]);
  expect(await findBroken(community.db, invariants)).toEqual([]);
});

it('the control: without the lock on the order, more than one administrator settles it', async () => {
  // A refunded order can't be fulfilled, so only two of them are done where the first is a refund.
  const { outcomes } = await race(unguarded, ['fulfil', 'refund', 'refund'], withoutRowLocks);
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(1);
});

it('the control: without the lock and the cause that pays once, the coins come back eight times', async () => {
  const { balance } = await race(unguarded, Array<Attempt>(8).fill('refund'), withoutRowLocks);
  expect(balance).toBe(8 * 300);
  expect((await findBroken(unguarded.db, invariants)).length).toBeGreaterThan(0);
});
