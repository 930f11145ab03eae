import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const adminRows: Record<string, PolicyRow> = {
  'GET /api/admin/overview': { says: '1333Y', call: get('/api/admin/overview') },
  'GET /api/admin/trends': { says: '1333Y', call: get('/api/admin/trends') },
  'GET /api/admin/waiting': { says: '1333Y', call: get('/api/admin/waiting') },
};
