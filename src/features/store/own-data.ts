import { sql } from 'kysely';
import { grantCoins } from '#features/coins/grant-coins.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { goneName } from '#server/own-data/own-data.ts';

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
    const { db, now } = ctx;
    const waiting = await db
      .selectFrom('orders')
      .select(['id', 'itemId', 'price'])
      .where('userId', '=', userId)
      .where('status', '=', 'pending')
      .forUpdate()
      .execute();
    // The coins go back to a wallet without a person, so that no order waits for a delivery that cannot be.
    for (const { id, itemId, price } of waiting) {
      const { ledgerId } = await grantCoins(ctx, {
        userId,
        amount: price,
        type: 'refund',
        description: itemId,
        cause: `refund:${id}`,
      });
      await db
        .updateTable('orders')
        .set({
          status: 'refunded',
          refundId: ledgerId,
          settledBy: userId,
          settledAt: now,
          updatedAt: now,
          note: goneName,
        })
        .where('id', '=', id)
        .execute();
    }
    await sql`update orders set note = null where user_id = ${userId} and note is not null`.execute(db);
    await sql`delete from certificates where user_id = ${userId}`.execute(db);
  },
};
