import type { PolicyRow } from '../permission-row.ts';
import { administrators, get } from '../permission-row.ts';

export const adminRows: Record<string, PolicyRow> = {
  'GET /api/admin/overview': { says: administrators, call: get('/api/admin/overview') },
  'GET /api/admin/trends': { says: administrators, call: get('/api/admin/trends') },
  'GET /api/admin/waiting': { says: administrators, call: get('/api/admin/waiting') },
};
