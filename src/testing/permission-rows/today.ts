import { get, members, type PolicyRow } from '../permission-row.ts';

export const todayRows: Record<string, PolicyRow> = {
  'GET /api/today': { says: members, call: get('/api/today') },
};
