import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { readTrends } from './read-trends.ts';
import { readWaiting } from './read-waiting.ts';
import { readOverview } from './reads.ts';

export function adminRoutes(api: Api): void {
  serve(api, contract.readOverview, (ctx) => readOverview(ctx));

  serve(api, contract.readTrends, (ctx) => readTrends(ctx));

  serve(api, contract.readWaiting, (ctx) => readWaiting(ctx));
}
