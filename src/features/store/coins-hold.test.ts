import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import type { Ctx } from '#server/ctx.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type Actor, memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { buyItem } from './buy-item.ts';
import { refundOrder } from './orders/refund-order.ts';
import { storeInvariants } from './store-invariants.ts';

/**
 * Random steps with coins, in any order and concurrently: no coin appears or is lost. Each step returns the change
 * of the balance that it reported; the wallet must equal the sum of those.
 */
let community: Community;
let administrator: Actor;
beforeAll(async () => {
  community = await newCommunity();
  administrator = (await community.ctxFor(await community.person({ role: 'admin' }))).actor;
});
afterAll(() => community.close());

type Step =
  | { do: 'reward'; coins: number; cause: number }
  | { do: 'debit'; coins: number; cause: number }
  | { do: 'buy'; itemId: string; key: number }
  | { do: 'refund'; nth: number };

const cause = fc.nat(6);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('reward' as const), coins: fc.integer({ min: 1, max: 400 }), cause }),
  fc.record({ do: fc.constant('debit' as const), coins: fc.integer({ min: 1, max: 300 }), cause }),
  fc.record({
    do: fc.constant('buy' as const),
    itemId: fc.constantFrom('custom-avatar', 'premium-material', 'private-class-30', 'no-such-item'),
    key: fc.nat(8),
  }),
  fc.record({ do: fc.constant('refund' as const), nth: fc.nat(3) }),
);

/** A repeated purchase or reward is answered again and moves no coins; `seen` holds those answers. */
async function take(ctx: Ctx, seen: Set<string>, taken: Step): Promise<number> {
  const { userId } = memberOf(ctx.actor);
  const fresh = (id: string) => !seen.has(id) && seen.add(id) !== undefined;
  switch (taken.do) {
    case 'reward': {
      const grant = { userId, amount: taken.coins, type: 'reward', description: 'Un video' } as const;
      const { outcome } = await grantCoins(ctx, { ...grant, cause: `reward:${taken.cause}` });
      return outcome === 'given' ? taken.coins : 0;
    }
    case 'debit': {
      const debit = { userId, amount: -taken.coins, type: 'admin_debit', description: 'Corrección' } as const;
      const { outcome } = await grantCoins(ctx, { ...debit, cause: `debit:${taken.cause}` });
      return outcome === 'given' ? -taken.coins : 0;
    }
    case 'buy': {
      const { itemId } = taken;
      const { order } = await buyItem(ctx, { itemId }, `key-of-test-${taken.key}`);
      return fresh(order.id) ? -order.price : 0;
    }
    case 'refund':
      return refund(ctx, userId, taken.nth);
  }
}

/** Refunds an order of this person, as an administrator does. One that is settled already moves no coins. */
async function refund(ctx: Ctx, userId: string, nth: number) {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['id', 'price'])
    .where('userId', '=', userId)
    .orderBy('id')
    .offset(nth)
    .limit(1)
    .executeTakeFirst();
  if (!order) return 0;
  await refundOrder(
    { ...ctx, actor: administrator },
    order.id,
    { reason: 'No se puede entregar.' },
    undefined,
  );
  return order.price;
}

const refusedIs = (error: unknown) => {
  if (error instanceof Refusal) return 0;
  throw error;
};

it('no coin appears or is lost in any order of steps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
      async (rounds) => {
        const ctx = await community.ctxFor(await community.person());
        const seen = new Set<string>();
        let expected = 50;
        for (const together of rounds) {
          const moves = await Promise.all(together.map((taken) => take(ctx, seen, taken).catch(refusedIs)));
          expected += moves.reduce((sum, move) => sum + move, 0);
        }
        const wallet = community.db
          .selectFrom('wallets')
          .select('balance')
          .where('userId', '=', memberOf(ctx.actor).userId);
        expect(await wallet.executeTakeFirst()).toEqual({ balance: expected });
        expect(await findBroken(community.db, [...coinInvariants, ...storeInvariants])).toEqual([]);
      },
    ),
    { numRuns: 120 },
  );
}, 60_000);
