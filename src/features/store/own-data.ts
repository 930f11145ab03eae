import { sql } from 'kysely';
import { lockWallet } from '#features/coins/lock-wallet.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { goneName } from '#server/own-data/own-data.ts';
import { giveBackPrice, settleOrder } from './orders/settle-order.ts';

export const storeData: OwnData = {
  parts: [
    {
      name: 'orders',
      by: ['orders.user_id'],
      rows: (userId) => sql`
        select id::text as key, id, item_id, price, status, note, settled_at, created_at
        from orders where user_id = ${userId}`,
    },
    {
      name: 'certificates',
      by: ['certificates.user_id'],
      rows: (userId) => sql`
        select id::text as key, code, shown_name, language, level, issued_at
        from certificates where user_id = ${userId}`,
    },
  ],
  async erase(ctx, { userId }) {
    const { db } = ctx;
    // A purchase that has begun makes its order first, and a later one finds the account deleted (`append_movements`).
    await lockWallet(ctx, userId);
    const waiting = await db
      .selectFrom('orders')
      .select(['id', 'userId', 'itemId', 'price'])
      .where('userId', '=', userId)
      .where('status', '=', 'pending')
      // As `fulfilOrders` locks them.
      .orderBy('id')
      .forUpdate()
      .execute();
    // The coins go back to a wallet without a person, so that no order waits for a delivery that cannot be.
    for (const order of waiting) {
      const refundId = await giveBackPrice(ctx, order);
      await settleOrder(ctx, order, { status: 'refunded', note: goneName, refundId });
    }
    await sql`update orders set note = null where user_id = ${userId} and note is not null`.execute(db);
    await sql`delete from certificates where user_id = ${userId}`.execute(db);
  },
};
