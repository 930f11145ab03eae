import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { memberOf } from '#shared/actor.ts';
import * as contract from './contract.ts';
import { listWaysToEarn, readBalance, readLedger } from './reads.ts';

export function coinRoutes(api: Api): void {
  serve(api, contract.readWallet, async (ctx) => ({ balance: await readBalance(ctx, memberOf(ctx.actor)) }));

  serve(api, contract.listLedger, (ctx, { query }) => readLedger(ctx, memberOf(ctx.actor), query));

  serve(api, contract.listWaysToEarn, (ctx) => listWaysToEarn(ctx));
}
