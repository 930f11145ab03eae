import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { readLanding } from './reads.ts';

export function landingRoutes(links: contract.CommunityLinks) {
  return (api: Api): void => {
    serve(api, contract.readLanding, (ctx) => readLanding(ctx, links));
  };
}
