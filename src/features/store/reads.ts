import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { type Actor, anonymousMember, memberOf, visitor } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { type ManagedItem, type Order, ordersPageSize, type StoreItem } from './contract.ts';
import { may } from './permissions.ts';
import { isNewSince } from './rules.ts';

/** The tables that `listStoreItems` reads. */
export const itemTables = ['store_items'] as const;

/** The catalogue depends on one thing about its reader: whether they are a kid. */
export function cacheAsBuyer(actor: Actor): Actor {
  return isKid(actor) ? { ...anonymousMember, ageGroup: 'kid' } : visitor;
}

const isKid = (actor: Actor) => actor.kind === 'member' && actor.ageGroup === 'kid';

/** What the reader can buy, in the order of its categories: a kid nothing that is not for kids. */
export async function listStoreItems(ctx: Ctx): Promise<StoreItem[]> {
  const items = await ctx.db
    .selectFrom('storeItems')
    .select(['id', 'category', 'price', 'icon', 'forSaleSince'])
    .where('isActive', '=', true)
    .$if(isKid(ctx.actor), (items) => items.where('isForKids', '=', true))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return items.map(({ forSaleSince, ...item }) => ({ ...item, isNew: isNewSince(forSaleSince, ctx.now) }));
}

/** A catalogue with a new item is read again within the hour, because an item is new for some days only. */
export function catalogueExpiresAt({ items }: { items: readonly StoreItem[] }, { now }: Ctx): Date | null {
  return items.some(({ isNew }) => isNew) ? new Date(now.getTime() + hourMs) : null;
}

/** The catalogue with items that are not for sale. */
export async function listManagedItems(ctx: Ctx): Promise<ManagedItem[]> {
  refuse(may(ctx.actor, 'price'));
  return ctx.db
    .selectFrom('storeItems')
    .select(['id', 'category', 'price', 'icon', 'isActive'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Ids are UUIDv7, which grow with time. */
const newestFirst = keyset('desc', { 'orders.id': 'uuid' });

/** A page of the member's own orders, newest first. */
export async function listOrders(
  { db, actor }: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: Order[]; nextCursor: string | null }> {
  const { userId } = memberOf(actor);
  const rows = await db
    .selectFrom('orders')
    .leftJoin('certificates', 'certificates.orderId', 'orders.id')
    .select([
      'orders.id',
      'itemId',
      'price',
      'status',
      'createdAt',
      'settledAt',
      'note',
      'code as certificate',
      newestFirst.key,
    ])
    .where('orders.userId', '=', userId)
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(ordersPageSize + 1)
    .execute();
  return pageOf(rows, ordersPageSize, (row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
}
