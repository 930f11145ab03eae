import type { Api } from '#server/http/api.ts';
import { serveShared } from '#server/shared-pages/serve-shared.ts';
import { visitor } from '#shared/actor.ts';
import * as contract from './contract.ts';
import { landingExpiresAt, landingTables, readLanding } from './reads.ts';

export function landingRoutes(links: contract.CommunityLinks) {
  return (api: Api): void => {
    serveShared(api, contract.readLanding, {
      tables: landingTables,
      cacheAs: () => visitor,
      read: (ctx) => readLanding(ctx, links),
      expiresAt: landingExpiresAt,
    });
  };
}
