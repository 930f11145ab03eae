import type { PolicyRow } from '../permission-row.ts';
import { administrators, get } from '../permission-row.ts';

export const auditRows: Record<string, PolicyRow> = {
  'GET /api/audit': { says: administrators, call: get('/api/audit') },
  'GET /api/audit/choices': { says: administrators, call: get('/api/audit/choices') },
  'GET /api/audit/log.csv': { says: administrators, call: get('/api/audit/log.csv') },
};
