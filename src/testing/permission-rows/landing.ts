import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const landingRows: Record<string, PolicyRow> = {
  'GET /api/landing': { says: 'YYYYY', call: get('/api/landing') },
};
