import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { readToday } from './read-today.ts';

export function todayRoutes(api: Api): void {
  serve(api, contract.readToday, readToday);
}
