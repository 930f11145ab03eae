import { sql } from 'kysely';
import { guardianFirst } from '#features/accounts/contract.ts';
import { tooFewCoins } from '#features/coins/contract.ts';
import { coverUntilToday } from '#features/profiles/streak/cover-until-today.ts';
import type { Ctx } from '#server/ctx.ts';
import { groupCommit } from '#server/db/group-commit.ts';
import type { KeyedRequest } from '#server/db/once.ts';
import { onceInBatch, onceInOneStatement } from '#server/db/once-in-batch.ts';
import { notifyListeners } from '#server/events/notify-listeners.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type Order, type buyItem as operation, storeRefusals } from './contract.ts';

type NewOrder = Omit<Order, 'note' | 'certificate'>;

/** What the database function `buy_items` answers (migrations/0009-store.sql). */
type Outcome =
  | { order: NewOrder; balance: number }
  | { refused: 'coins/too-few'; price: number; balance: number }
  | { refused: 'store/price-changed'; price: number }
  | { refused: 'store/shields-full' }
  | { refused: 'store/no-such-item' }
  | { refused: 'accounts/guardian-first' }
  | { refused: 'accounts/sign-in-first' };

type Purchase = KeyedRequest & { input: { itemId: string; priceSeen?: number } };

/** Purchases of different people share a statement and its commit. */
const buyInGroup = groupCommit<Purchase, Outcome>({
  keyOf: ({ personId }) => personId,
  runAlone(db, purchase) {
    const { itemId, priceSeen } = purchase.input;
    const bought = sql<Outcome>`buy_item(${purchase.personId}, ${itemId}, ${priceSeen ?? null}::integer)`;
    return onceInOneStatement({ db }, purchase, bought);
  },
  runBatch: (db, purchases) =>
    onceInBatch({ db }, purchases, {
      act: sql`select bought.* from (
          select array_agg(person_id order by nth) as buyers, array_agg(input ->> 'itemId' order by nth) as wanted,
            array_agg((input ->> 'priceSeen')::integer order by nth) as seen
          from todo) as asked, buy_items(buyers, wanted, seen) as bought`,
      lock: (buyers) => sql`select user_id from wallets where user_id = any(${buyers}::uuid[])
        order by user_id for update skip locked`,
    }),
});

/**
 * Buys an item with coins at the catalogue's price. When that is not the price the buyer saw, nothing is bought. One
 * statement takes the coins and makes the order, so neither exists without the other. Idempotent under its key. Refused
 * while a thousand purchases wait.
 * @throws Refusal noSuchItem, priceChanged with the present price, shieldsFull, coins/too-few with how many are
 * missing, guardianFirst for a private class, signInFirst where the account was deleted meanwhile
 */
export async function buyItem(
  ctx: Ctx,
  { itemId, priceSeen }: { itemId: string; priceSeen?: number | undefined },
  idempotencyKey: string | undefined,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  const purchase: Purchase = {
    personId: userId,
    key: idempotencyKey,
    operation: 'buyItem',
    input: { itemId, ...(priceSeen !== undefined && { priceSeen }) },
  };
  let outcome = await buyInGroup(ctx.db, purchase);
  if ('refused' in outcome && outcome.refused === 'store/shields-full') {
    // A missed day takes its shield some hours after midnight; until then the buyer is shown it as used.
    await coverUntilToday(ctx, userId);
    outcome = await buyInGroup(ctx.db, purchase);
  }
  if ('order' in outcome) {
    ctx.afterCommit(notifyListeners);
    const { order, balance } = outcome;
    return {
      order: {
        ...order,
        createdAt: instant(order.createdAt),
        settledAt: order.settledAt && instant(order.settledAt),
        note: null,
        certificate: null,
      },
      balance,
    };
  }
  if (outcome.refused === 'coins/too-few') throw tooFewCoins(outcome.price, outcome.balance);
  if (outcome.refused === 'store/price-changed') {
    throw new Refusal(storeRefusals.priceChanged, { price: outcome.price });
  }
  if (outcome.refused === 'store/shields-full') throw new Refusal(storeRefusals.shieldsFull);
  if (outcome.refused === 'accounts/guardian-first') throw new Refusal(guardianFirst);
  if (outcome.refused === 'accounts/sign-in-first') throw new Refusal(commonRefusals.signInFirst);
  throw new Refusal(storeRefusals.noSuchItem);
}

/** PostgreSQL writes instants with microseconds and the session's offset. */
function instant(written: string): string {
  return new Date(written).toISOString();
}
