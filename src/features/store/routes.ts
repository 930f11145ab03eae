import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import { serveShared } from '#server/shared-pages/serve-shared.ts';
import { buyItem } from './buy-item.ts';
import { downloadCertificate } from './certificates/download-certificate.ts';
import { verifyCertificate } from './certificates/verify-certificate.ts';
import { changeStoreItem } from './change-store-item.ts';
import * as contract from './contract.ts';
import { fulfilOrder } from './orders/fulfil-order.ts';
import { fulfilOrders } from './orders/fulfil-orders.ts';
import { listAllOrders } from './orders/list-all-orders.ts';
import { refundOrder } from './orders/refund-order.ts';
import {
  cacheAsBuyer,
  catalogueExpiresAt,
  itemTables,
  listManagedItems,
  listOrders,
  listStoreItems,
} from './reads.ts';

/** `site` is the address at which certificates are verified. */
export function storeRoutes(site: string): (api: Api) => void {
  return (api) => {
    serveShared(api, contract.listStoreItems, {
      tables: itemTables,
      cacheAs: cacheAsBuyer,
      read: async (ctx) => ({ items: await listStoreItems(ctx) }),
      expiresAt: catalogueExpiresAt,
    });

    serve(api, contract.listManagedItems, async (ctx) => ({ items: await listManagedItems(ctx) }));

    serve(api, contract.changeStoreItem, (ctx, { params, body }) =>
      changeStoreItem(ctx, params.itemId, body),
    );

    serve(api, contract.buyItem, (ctx, { body, idempotencyKey }) => buyItem(ctx, body, idempotencyKey));

    serve(api, contract.listOrders, (ctx, { query }) => listOrders(ctx, query));

    serve(api, contract.listAllOrders, (ctx, { query }) => listAllOrders(ctx, query));

    serve(api, contract.fulfilOrder, (ctx, { params, body, idempotencyKey }) =>
      fulfilOrder(ctx, params.id, body, idempotencyKey),
    );

    serve(api, contract.fulfilOrders, (ctx, { body, idempotencyKey }) =>
      fulfilOrders(ctx, body, idempotencyKey),
    );

    serve(api, contract.refundOrder, (ctx, { params, body, idempotencyKey }) =>
      refundOrder(ctx, params.id, body, idempotencyKey),
    );

    serve(api, contract.verifyCertificate, (ctx, { params }) => verifyCertificate(ctx, params.code));

    serveDownload(api, contract.downloadCertificate, 'application/pdf', (ctx, { params, query }) =>
      downloadCertificate(ctx, { code: params.code, locale: query.locale, site }),
    );
  };
}
