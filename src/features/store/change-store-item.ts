import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type ManagedItem, storeRefusals } from './contract.ts';
import { may } from './permissions.ts';

/**
 * Changes the price of an item, or whether it is for sale. Orders keep their price. A purchase at the old price is
 * refused with the new one. An item that is put into the store is new for a while. Setting the present value changes
 * nothing.
 * @throws Refusal noSuchItem
 */
export async function changeStoreItem(
  outer: Ctx,
  itemId: string,
  change: { price?: number | undefined; isActive?: boolean | undefined },
): Promise<ManagedItem> {
  refuse(may(outer.actor, 'price'));
  return inTransaction(outer, async (ctx) => {
    const before = await ctx.db
      .selectFrom('storeItems')
      .select(['id', 'category', 'price', 'icon', 'isActive'])
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Refusal(storeRefusals.noSuchItem);
    const { price = before.price, isActive = before.isActive } = change;
    if (price === before.price && isActive === before.isActive) return before;
    const isBack = isActive && !before.isActive;
    await ctx.db
      .updateTable('storeItems')
      .set({ price, isActive, ...(isBack && { forSaleSince: ctx.now }) })
      .where('id', '=', itemId)
      .execute();
    await recordAct(ctx, {
      act: 'store.change-item',
      detail: { itemId, price: [before.price, price], isActive: [before.isActive, isActive] },
    });
    await publish(ctx, { kind: 'store.changed' });
    return { ...before, price, isActive };
  });
}
