import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { changeCoinSettings } from './change-coin-settings.ts';
import * as contract from './contract.ts';
import { readCoinSettings } from './read-coin-settings.ts';
import { listLedger, listWaysToEarn, readReferral, readWallet } from './reads.ts';

export function coinRoutes(api: Api): void {
  serve(api, contract.readWallet, (ctx) => readWallet(ctx));

  serve(api, contract.listLedger, (ctx, { query }) => listLedger(ctx, query));

  serve(api, contract.listWaysToEarn, (ctx) => listWaysToEarn(ctx));

  serve(api, contract.readReferral, (ctx) => readReferral(ctx));

  serve(api, contract.readCoinSettings, (ctx) => readCoinSettings(ctx));

  serve(api, contract.changeCoinSettings, (ctx, { body }) => changeCoinSettings(ctx, body));
}
