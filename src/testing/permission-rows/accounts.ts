import { get, type PolicyRow, post } from '../permission-row.ts';

const newAddress = () => `${crypto.randomUUID()}@example.org`;
const noLink = `${crypto.randomUUID()}.${'x'.repeat(43)}`;

/** Recovering, confirming and the second factor; nobody in the walk has a password or a link. */
export const accountsRows: Record<string, PolicyRow> = {
  'GET /api/accounts/sign-in-rules': { says: 'YYYYY', call: get('/api/accounts/sign-in-rules') },
  'POST /api/accounts/password-reset': {
    says: 'YYYYY',
    call: () => ({ method: 'POST', path: '/api/accounts/password-reset', body: { email: newAddress() } }),
  },
  'PUT /api/accounts/password-reset': {
    says: '44444',
    call: () => ({
      method: 'PUT',
      path: '/api/accounts/password-reset',
      body: { token: noLink, password: 'una-larga-y-rara' },
    }),
  },
  'POST /api/accounts/links/read': {
    says: '44444',
    call: post('/api/accounts/links/read', { token: noLink }),
  },
  'POST /api/accounts/links/follow': {
    says: '44444',
    call: post('/api/accounts/links/follow', { token: noLink }),
  },
  'POST /api/accounts/verification': { says: '1YYYY', call: post('/api/accounts/verification') },
  'POST /api/accounts/email-change': {
    says: '10000',
    call: () => ({
      method: 'POST',
      path: '/api/accounts/email-change',
      body: { email: newAddress(), password: 'no-es-esta' },
    }),
  },
  'POST /api/auth/two-factor/enable': {
    says: '10000',
    call: post('/api/auth/two-factor/enable', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/disable': {
    says: '10000',
    call: post('/api/auth/two-factor/disable', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/generate-backup-codes': {
    says: '10000',
    call: post('/api/auth/two-factor/generate-backup-codes', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/verify-totp': {
    says: '10000',
    call: post('/api/auth/two-factor/verify-totp', { code: '123456' }),
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    says: '10000',
    call: post('/api/auth/two-factor/verify-backup-code', { code: 'abcde-12345' }),
  },
};
