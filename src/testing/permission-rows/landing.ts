import type { PolicyRow } from '../permission-row.ts';
import { everybody, get } from '../permission-row.ts';

export const landingRows: Record<string, PolicyRow> = {
  'GET /api/landing': { says: everybody, call: get('/api/landing') },
};
