import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { readOverview } from './reads.ts';

export function adminRoutes(api: Api): void {
  serve(api, contract.readOverview, (ctx) => readOverview(ctx));
}
