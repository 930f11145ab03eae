import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { refuse } from '#shared/refusal.ts';
import type { SeatPrice } from '../contract.ts';
import { may } from '../permissions.ts';
import { refuseBelowLeast } from './least-charge.ts';
import { readSeatPrice } from './read-seat-price.ts';

/** Sets the default price of a seat for new classes; existing classes keep theirs. */
export async function setSeatPrice(outer: Ctx, price: SeatPrice): Promise<SeatPrice> {
  refuse(may(outer.actor, 'oversee'));
  refuseBelowLeast(price.priceCents, price.currency);
  return inTransaction(outer, async (ctx) => {
    // Two administrators at once: the second sees what the first has set, and the audit log says so.
    await ctx.db.selectFrom('seatPrice').select('onlyRow').forUpdate().execute();
    const before = await readSeatPrice(ctx);
    await ctx.db.updateTable('seatPrice').set(price).execute();
    await recordAct(ctx, { act: 'payments.set-seat-price', detail: { before, after: price } });
    // Teachers see it too, in the form of a new class.
    await publish(ctx, { kind: 'payments.changed' });
    return price;
  });
}
