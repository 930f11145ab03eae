import type { PolicyRow } from '../permission-row.ts';
import { get } from '../permission-row.ts';

export const systemRows: Record<string, PolicyRow> = {
  'GET /healthz': { says: 'YYYYY', call: get('/healthz') },
  // Without a token, which the community of the tests has not set, it does not exist.
  'GET /metrics': { says: '44444', call: get('/metrics') },
  'GET /api/openapi.json': { says: 'YYYYY', call: get('/api/openapi.json') },
  'GET /api/docs': { says: 'YYYYY', call: get('/api/docs') },
  'GET /.well-known/security.txt': { says: 'YYYYY', call: get('/.well-known/security.txt') },
  'POST /api/security-report': {
    says: 'YYYYY',
    call: () => ({
      method: 'POST',
      path: '/api/security-report',
      body: Buffer.from(JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })),
      headers: { 'content-type': 'application/csp-report' },
    }),
  },
  'GET /api/events': { says: '1YYYY', call: get('/api/events') },
  'GET /api/events/public': { says: 'YYYYY', call: get('/api/events/public') },
};
