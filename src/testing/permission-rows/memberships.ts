import type { PolicyRow } from '../permission-row.ts';
import { everybody, get } from '../permission-row.ts';

export const membershipRows: Record<string, PolicyRow> = {
  'GET /api/memberships/plans': { says: everybody, call: get('/api/memberships/plans') },
};
