import { z } from 'zod';
import { coinRefusals } from '#features/coins/contract.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

export const storeCategories = ['classes', 'certificates', 'material', 'profile'] as const;
export type StoreCategory = (typeof storeCategories)[number];

export const storeRefusals = {
  noSuchItem: { code: 'store/no-such-item', status: 404, message: 'Ese artículo ya no está en la tienda.' },
} as const satisfies Record<string, RefusalKind>;

/** What can be bought. Its name and description are texts of the interface: `store:items.<id>.name`. */
export const storeItem = z.object({
  id: z.string(),
  category: z.enum(storeCategories),
  /** Coins. */
  price: z.int(),
  /** Which drawing stands for it. */
  icon: z.string(),
});
export type StoreItem = z.infer<typeof storeItem>;

export const listStoreItems = operation({
  id: 'listStoreItems',
  method: 'get',
  path: '/api/store/items',
  summary: 'What the store sells for sumicoins, in the order of its shelves.',
  answer: z.object({ items: z.array(storeItem) }),
});

export const orderStatuses = ['pending', 'fulfilled', 'refunded'] as const;

/** Something bought: `pending` until an administrator hands it over or gives the coins back. */
export const order = z.object({
  id: z.uuid(),
  itemId: z.string(),
  /** Coins paid. */
  price: z.int(),
  status: z.enum(orderStatuses),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Order = z.infer<typeof order>;

export const buyItem = operation({
  id: 'buyItem',
  method: 'post',
  path: '/api/store/orders',
  summary: "Buys one item at the store's own price; the order then waits for delivery.",
  idempotent: true,
  body: z.object({ itemId: z.string().regex(/^[a-z0-9-]{3,40}$/) }),
  answer: z.object({ order, balance: z.int().min(0) }),
  refusals: [storeRefusals.noSuchItem, coinRefusals.tooFew],
});

export const ordersPageSize = 20;

export const listOrders = operation({
  id: 'listOrders',
  method: 'get',
  path: '/api/store/orders',
  summary: "The signed-in person's orders, newest first.",
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(order), nextCursor: z.string().nullable() }),
});
