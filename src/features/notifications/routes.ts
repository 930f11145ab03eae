import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { markAllNotificationsRead, markNotificationRead } from './mark-read.ts';
import { listNotifications } from './reads.ts';

export function notificationRoutes(api: Api): void {
  serve(api, contract.listNotifications, (ctx, { query }) => listNotifications(ctx, query));

  serve(api, contract.markAllNotificationsRead, (ctx, { body }) => markAllNotificationsRead(ctx, body));

  serve(api, contract.markNotificationRead, (ctx, { params }) => markNotificationRead(ctx, params.id));
}
