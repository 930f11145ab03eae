import type { PolicyRow } from '../permission-row.ts';
import { absent, everybody, get, members } from '../permission-row.ts';

export const systemRows: Record<string, PolicyRow> = {
  'GET /healthz': { says: everybody, call: get('/healthz') },
  // Without a token, which the community of the tests has not set, it does not exist.
  'GET /metrics': { says: absent, call: get('/metrics') },
  'GET /api/openapi.json': { says: everybody, call: get('/api/openapi.json') },
  'GET /api/docs': { says: everybody, call: get('/api/docs') },
  'GET /.well-known/security.txt': { says: everybody, call: get('/.well-known/security.txt') },
  'POST /api/security-report': {
    says: everybody,
    call: () => ({
      method: 'POST',
      path: '/api/security-report',
      body: Buffer.from(JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })),
      headers: { 'content-type': 'application/csp-report' },
    }),
  },
  'GET /api/events': { says: members, call: get('/api/events') },
  'GET /api/events/public': { says: everybody, call: get('/api/events/public') },
};
