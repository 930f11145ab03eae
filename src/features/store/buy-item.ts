import { sql } from 'kysely';
import { tooFewCoins } from '#features/coins/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { onceInOneTrip } from '#server/db/once.ts';
import { notifyListeners } from '#server/events/notify-listeners.ts';
import type { Member } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Order, type buyItem as operation, storeRefusals } from './contract.ts';

type NewOrder = Omit<Order, 'note' | 'certificate'>;

/** What the database function `buy_item` answers (migrations/0009-store.sql). */
type Outcome =
  | { order: NewOrder; balance: number }
  | { refused: 'coins/too-few'; price: number; balance: number }
  | { refused: 'store/price-changed'; price: number }
  | { refused: 'store/no-such-item' };

/**
 * Buys an item with coins: the price is the catalogue's, whatever the browser believes, and where that is not the
 * price the buyer saw, nothing is bought. The coins leave the ledger and the order begins in one statement, so
 * neither exists without the other. The same key is one purchase, and the same answer, however often it is sent.
 * @throws Refusal noSuchItem, priceChanged with the price of now, coins/too-few with how many are missing
 */
export async function buyItem(
  ctx: Ctx,
  { userId }: Member,
  {
    itemId,
    priceSeen,
    idempotencyKey,
  }: { itemId: string; priceSeen?: number | undefined; idempotencyKey: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  const request = {
    personId: userId,
    key: idempotencyKey,
    operation: 'buyItem',
    input: { itemId, ...(priceSeen !== undefined && { priceSeen }) },
  };
  const bought = sql<Outcome>`buy_item(${userId}, ${itemId}, ${priceSeen ?? null}::integer)`;
  const outcome = await onceInOneTrip(ctx, request, bought);
  if ('order' in outcome) {
    ctx.afterCommit(notifyListeners);
    const { order, balance } = outcome;
    return {
      order: {
        ...order,
        createdAt: instant(order.createdAt),
        updatedAt: instant(order.updatedAt),
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
  throw new Refusal(storeRefusals.noSuchItem);
}

/** PostgreSQL writes instants with microseconds and the session's offset. */
function instant(written: string): string {
  return new Date(written).toISOString();
}
