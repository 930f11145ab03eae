import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type ManagedItem, type Order, ordersPageSize, type StoreItem } from './contract.ts';
import { may } from './permissions.ts';

/** The catalogue, in the order of its shelves. */
export async function readItems(ctx: Ctx): Promise<StoreItem[]> {
  const items = await selectItems(ctx);
  return items.filter(({ isActive }) => isActive).map(({ isActive: _, ...item }) => item);
}

/** The catalogue with what is not for sale now. */
export async function readManagedItems(ctx: Ctx): Promise<ManagedItem[]> {
  const refusal = may(ctx.actor, 'price');
  if (refusal) throw new Refusal(refusal);
  return selectItems(ctx);
}

async function selectItems({ db }: Ctx): Promise<ManagedItem[]> {
  const rows = await db
    .selectFrom('storeItems')
    .select(['id', 'category', 'price', 'icon', 'isActive'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, category: row.category as StoreItem['category'] }));
}

/** A page of the person's orders, newest first: ids are made in the order of time. */
export async function readOrders(
  { db }: Ctx,
  { userId }: Member,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: Order[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0];
  if (before !== null && !z.uuid().safeParse(before).success) throw new Refusal(commonRefusals.badInput);
  const rows = await db
    .selectFrom('orders')
    .leftJoin('certificates', 'certificates.orderId', 'orders.id')
    .select([
      'orders.id',
      'itemId',
      'price',
      'status',
      'createdAt',
      'updatedAt',
      'note',
      'code as certificate',
    ])
    .where('orders.userId', '=', userId)
    .$if(before !== null, (query) => query.where('orders.id', '<', before as string))
    .orderBy('orders.id', 'desc')
    .limit(ordersPageSize + 1)
    .execute();
  const items = rows.slice(0, ordersPageSize).map((row) => ({
    ...row,
    status: row.status as Order['status'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > items.length && last ? encodeCursor([last.id]) : null };
}
