import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { postAnnouncement } from './post-announcement.ts';
import { countReaders, listAnnouncements, listManagedAnnouncements } from './reads.ts';
import { withdrawAnnouncement } from './withdraw-announcement.ts';

export function announcementRoutes(api: Api): void {
  serve(api, contract.listAnnouncements, (ctx, { query }) => listAnnouncements(ctx, query));

  serve(api, contract.listManagedAnnouncements, (ctx, { query }) => listManagedAnnouncements(ctx, query));

  serve(api, contract.countReaders, (ctx, { query }) => countReaders(ctx, query));

  serve(api, contract.postAnnouncement, (ctx, { body, idempotencyKey }) =>
    postAnnouncement(ctx, body, idempotencyKey),
  );

  serve(api, contract.withdrawAnnouncement, (ctx, { params }) => withdrawAnnouncement(ctx, params.id));
}
