import { type Call, get, type PolicyRow, post } from './permission-row.ts';
import { accountsRows } from './permission-rows/accounts.ts';
import { adminRows } from './permission-rows/admin.ts';
import { auditRows } from './permission-rows/audit.ts';
import { calendarRows } from './permission-rows/calendar.ts';
import { classesRows } from './permission-rows/classes.ts';
import { cupRows } from './permission-rows/cup.ts';
import { notificationRows } from './permission-rows/notifications.ts';
import { paymentRows } from './permission-rows/payments.ts';
import { peopleRows } from './permission-rows/people.ts';
import { storeRows } from './permission-rows/store.ts';
import { teacherRows } from './permission-rows/teachers.ts';
import { videosRows } from './permission-rows/videos.ts';

export const policy: Record<string, PolicyRow> = {
  ...paymentRows,
  // The system
  'GET /healthz': { says: 'YYYYY', call: get('/healthz') },
  'GET /api/openapi.json': { says: 'YYYYY', call: get('/api/openapi.json') },
  'GET /api/docs': { says: 'YYYYY', call: get('/api/docs') },
  'GET /.well-known/security.txt': { says: 'YYYYY', call: get('/.well-known/security.txt') },
  'GET /api/events': { says: '1YYYY', call: get('/api/events') },
  'GET /api/events/public': { says: 'YYYYY', call: get('/api/events/public') },

  // Accounts
  ...accountsRows,
  'GET /api/accounts/me': { says: 'YYYYY', call: get('/api/accounts/me') },
  'GET /api/accounts/demo-sign-ins': { says: 'YYYYY', call: get('/api/accounts/demo-sign-ins') },
  'POST /api/auth/sign-up/email': {
    says: 'YYYYY',
    call: () => ({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { name: 'Alguien', email: `${crypto.randomUUID()}@example.org`, password: 'una-larga-y-rara' },
    }),
  },
  // Wrong on purpose: that the address may be asked is what the row says, and it answers 401 to everybody.
  'POST /api/auth/sign-in/email': {
    says: '11111',
    call: post('/api/auth/sign-in/email', { email: 'nadie@example.org', password: 'no-es-esta' }),
  },
  'POST /api/auth/sign-out': { says: 'YYYYY', call: post('/api/auth/sign-out') },
  'GET /api/auth/get-session': { says: 'YYYYY', call: get('/api/auth/get-session') },
  'GET /api/auth/list-sessions': { says: '1YYYY', call: get('/api/auth/list-sessions') },
  'POST /api/auth/revoke-session': {
    says: '1YYYY',
    call: post('/api/auth/revoke-session', { token: 'somebody-elses' }),
  },
  'POST /api/auth/revoke-sessions': { says: '1YYYY', call: post('/api/auth/revoke-sessions') },
  'POST /api/auth/revoke-other-sessions': { says: '1YYYY', call: post('/api/auth/revoke-other-sessions') },
  // Nobody in this table has a password to begin with: 400, and nothing changes.
  'POST /api/auth/change-password': {
    says: '10000',
    call: post('/api/auth/change-password', {
      currentPassword: 'la-de-antes',
      newPassword: 'la-nueva-de-ahora',
    }),
  },

  'GET /api/landing': { says: 'YYYYY', call: get('/api/landing') },

  ...calendarRows,
  ...notificationRows,
  ...teacherRows,

  // Administration
  ...peopleRows,
  ...auditRows,
  ...adminRows,

  // Profiles and the quiz
  'GET /api/profiles/me': { says: '1YYYY', call: get('/api/profiles/me') },
  'PATCH /api/profiles/me': {
    says: '1YYYY',
    call: () => ({ method: 'PATCH', path: '/api/profiles/me', body: { country: 'Chile' } }),
  },
  'PUT /api/profiles/me/handles': {
    says: '1YYYY',
    call: () => ({ method: 'PUT', path: '/api/profiles/me/handles', body: { youtube: '@canal' } }),
  },
  'PUT /api/profiles/me/avatar': { says: '1YYYY', call: sendPicture },
  'DELETE /api/profiles/me/avatar': {
    says: '1YYYY',
    call: () => ({ method: 'DELETE', path: '/api/profiles/me/avatar' }),
  },
  'GET /media/people/{name}': {
    says: 'YYYYY',
    call: async (community) => {
      const sent = sendPicture();
      const someone = await community.person();
      const answer = await community.request(someone, sent.method, sent.path, sent.body, sent.headers);
      return { method: 'GET', path: (await answer.json()).image };
    },
  },
  'PUT /api/quiz/answers': {
    says: '1YYYY',
    call: () => ({ method: 'PUT', path: '/api/quiz/answers', body: { languages: ['en'], level: 'basic' } }),
  },
  // A visitor leaves a lead; at most five in half an hour from one address, which is more than this walk takes.
  'POST /api/quiz/plan': {
    says: 'YYYYY',
    call: post('/api/quiz/plan', {
      language: 'en',
      level: 'basic',
      goals: ['travel'],
      learningStyle: ['group'],
      availableTime: '15-30',
      modality: ['club'],
      contact: { name: 'Alguien', email: 'alguien@example.org', country: 'Chile' },
    }),
  },

  // Classes and memberships
  'GET /api/memberships/plans': { says: 'YYYYY', call: get('/api/memberships/plans') },
  ...classesRows,

  // Coins and the store
  'GET /api/coins/wallet': { says: '1YYYY', call: get('/api/coins/wallet') },
  'GET /api/coins/ledger': { says: '1YYYY', call: get('/api/coins/ledger') },
  ...storeRows,

  ...videosRows,

  ...cupRows,
};

const nowhere = '00000000-0000-7000-8000-000000000000';

/** The same call about a row that is not there, and about an id that is none. */
export function withId(call: Call, id: 'absent' | 'malformed'): Call {
  const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;
  return { ...call, path: call.path.replace(uuid, id === 'absent' ? nowhere : 'not-an-id') };
}

/** A picture of one dot. */
function sendPicture() {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return {
    method: 'PUT',
    path: '/api/profiles/me/avatar',
    body: new Uint8Array(Buffer.from(png, 'base64')),
    headers: { 'content-type': 'image/png' },
  };
}
