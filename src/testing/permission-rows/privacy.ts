import { type PolicyRow, post } from '../permission-row.ts';

export const privacyRows: Record<string, PolicyRow> = {
  'POST /api/privacy/export': { says: '1YYYY', call: post('/api/privacy/export') },
};
