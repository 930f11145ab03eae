import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const membershipRows: Record<string, PolicyRow> = {
  'GET /api/memberships/plans': { says: 'YYYYY', call: get('/api/memberships/plans') },
};
