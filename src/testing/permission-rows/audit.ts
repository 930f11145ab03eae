import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const auditRows: Record<string, PolicyRow> = {
  'GET /api/audit': { says: '1333Y', call: get('/api/audit') },
  'GET /api/audit/choices': { says: '1333Y', call: get('/api/audit/choices') },
  'GET /api/audit/log.csv': { says: '1333Y', call: get('/api/audit/log.csv') },
};
