import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const coinRows: Record<string, PolicyRow> = {
  'GET /api/coins/wallet': { says: '1YYYY', call: get('/api/coins/wallet') },
  'GET /api/coins/ways-to-earn': { says: 'YYYYY', call: get('/api/coins/ways-to-earn') },
  'GET /api/coins/ledger': { says: '1YYYY', call: get('/api/coins/ledger') },
};
