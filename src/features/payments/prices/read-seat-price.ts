import type { Ctx } from '#server/ctx.ts';
import type { SeatPrice } from '../contract.ts';

/** The price of a seat in a class without a price of its own. */
export async function readSeatPrice({ db }: Ctx): Promise<SeatPrice> {
  return db.selectFrom('seatPrice').select(['priceCents', 'currency']).executeTakeFirstOrThrow();
}
