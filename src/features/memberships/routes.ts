import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { listPlans } from './reads.ts';

export function membershipsRoutes(api: Api): void {
  serve(api, contract.listPlans, (ctx) => listPlans(ctx));
}
