import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { memberOf } from '#shared/actor.ts';
import { buyItem } from './buy-item.ts';
import * as contract from './contract.ts';
import { readItems, readOrders } from './reads.ts';

export function storeRoutes(api: Api): void {
  serve(api, contract.listStoreItems, async (ctx) => ({ items: await readItems(ctx) }));

  serve(api, contract.buyItem, (ctx, { body, idempotencyKey }) =>
    buyItem(ctx, memberOf(ctx.actor), { itemId: body.itemId, idempotencyKey }),
  );

  serve(api, contract.listOrders, (ctx, { query }) => readOrders(ctx, memberOf(ctx.actor), query));
}
