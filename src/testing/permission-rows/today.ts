import { get, type PolicyRow } from '../permission-row.ts';

export const todayRows: Record<string, PolicyRow> = {
  'GET /api/today': { says: '1YYYY', call: get('/api/today') },
};
