import { randomUUID } from 'node:crypto';
import type { Community, Person } from './community.ts';

/** What one call needs beside who makes it. `path` has its ids filled in. */
export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/**
 * Who may do what: one row for each operation, five letters for five kinds of people in the order visitor,
 * student, pending teacher, verified teacher, administrator. Y allowed, 1 = 401, 3 = 403, 4 = 404, C = 409.
 * `call` makes whatever the operation is about, as belonging to `person` where something can, and says how
 * to ask. This table is the policy; `permission-walk.test.ts` holds the product to it.
 */
export type PolicyRow = {
  says: string;
  /** For what belongs to somebody: the same five letters where it is another's. */
  anothers?: { says: string; call: PolicyRow['call'] };
  call: (community: Community, person: Person | null) => Call | Promise<Call>;
};

const get =
  (path: string): PolicyRow['call'] =>
  () => ({ method: 'GET', path });
const post =
  (path: string, body: unknown = {}): PolicyRow['call'] =>
  () => ({ method: 'POST', path, body });

export const policy: Record<string, PolicyRow> = {
  // The system
  'GET /healthz': { says: 'YYYYY', call: get('/healthz') },
  'GET /api/openapi.json': { says: 'YYYYY', call: get('/api/openapi.json') },
  'GET /api/docs': { says: 'YYYYY', call: get('/api/docs') },
  'GET /.well-known/security.txt': { says: 'YYYYY', call: get('/.well-known/security.txt') },
  'GET /api/events': { says: '1YYYY', call: get('/api/events') },
  'GET /api/events/public': { says: 'YYYYY', call: get('/api/events/public') },

  // Accounts
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
    call: post('/api/auth/change-password', { currentPassword: 'la-de-antes', newPassword: 'la-de-ahora' }),
  },

  // Administration
  'GET /api/admin/overview': { says: '1333Y', call: get('/api/admin/overview') },

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
  'GET /api/classes': { says: '1YYYY', call: get('/api/classes') },
  'GET /api/classes/today': { says: '1YYYY', call: get('/api/classes/today') },
  'GET /api/classes/managed': { says: '133YY', call: get('/api/classes/managed') },
  'GET /api/classes/{id}': { says: '1YYYY', call: onClass('GET', '', null) },
  'POST /api/classes': { says: '133YY', call: post('/api/classes', classForm()) },
  'DELETE /api/classes/{id}': {
    says: '133YY',
    call: onClass('DELETE', '', 'own'),
    anothers: { says: '1333Y', call: onClass('DELETE', '', null) },
  },
  'POST /api/classes/{id}/enrolment': {
    says: '1YYYY',
    call: onClass('POST', '/enrolment', null),
    // One's own class is taught, not attended; everybody else's row above is another's.
    anothers: { says: '1CCCC', call: onClass('POST', '/enrolment', 'own') },
  },
  'DELETE /api/classes/{id}/enrolment': { says: '1YYYY', call: onClass('DELETE', '/enrolment', 'enrolled') },

  // Coins and the store
  'GET /api/coins/wallet': { says: '1YYYY', call: get('/api/coins/wallet') },
  'GET /api/coins/ledger': { says: '1YYYY', call: get('/api/coins/ledger') },
  'GET /api/store/items': { says: 'YYYYY', call: get('/api/store/items') },
  'GET /api/store/orders': { says: '1YYYY', call: get('/api/store/orders') },
  'POST /api/store/orders': { says: '1YYYY', call: post('/api/store/orders', { itemId: 'custom-avatar' }) },

  // Videos
  'GET /api/videos': { says: '1YYYY', call: get('/api/videos') },
  'GET /api/videos/saved': { says: '1YYYY', call: get('/api/videos/saved') },
  'PUT /api/videos/{id}/like': {
    says: '1YYYY',
    call: onVideo('PUT', 'like'),
    anothers: { says: '14444', call: onVideo('PUT', 'like', 'pending') },
  },
  'DELETE /api/videos/{id}/like': { says: '1YYYY', call: onVideo('DELETE', 'like') },
  'PUT /api/videos/{id}/save': {
    says: '1YYYY',
    call: onVideo('PUT', 'save'),
    anothers: { says: '14444', call: onVideo('PUT', 'save', 'rejected') },
  },
  'DELETE /api/videos/{id}/save': { says: '1YYYY', call: onVideo('DELETE', 'save') },
  'POST /api/videos/{id}/view': {
    says: '1YYYY',
    call: onVideo('POST', 'view'),
    anothers: { says: '14444', call: onVideo('POST', 'view', 'pending') },
  },

  // The cup
  'GET /api/cup': { says: 'YYYYY', call: get('/api/cup') },
  'GET /api/cup/boards': { says: '1333Y', call: get('/api/cup/boards') },
  'POST /api/cup/imports': {
    says: '1333Y',
    call: () => ({
      method: 'POST',
      path: '/api/cup/imports?season=2026-11',
      body: new TextEncoder().encode('full name,username\nAna Ruiz,ana'),
      headers: { 'content-type': 'text/csv' },
    }),
  },
  'POST /api/cup/imports/{id}/commit': {
    says: '1333Y',
    call: onBoard('POST', '/imports/{id}/commit', 'draft'),
  },
  'DELETE /api/cup/imports/{id}': { says: '1333Y', call: onBoard('DELETE', '/imports/{id}', 'draft') },
  'POST /api/cup/boards/{id}/put-back': {
    says: '1333Y',
    call: onBoard('POST', '/boards/{id}/put-back', 'archived'),
  },
};

function classForm() {
  return { title: 'Una clase', description: 'De prueba', date: '2099-05-04', time: '18:00' };
}

function onClass(method: string, rest: string, whose: 'own' | 'enrolled' | null): PolicyRow['call'] {
  return async ({ db, person: join }, person) => {
    const teacher = whose === 'own' && person ? person : await join({ role: 'teacher', verified: true });
    const { id } = await db
      .insertInto('classes')
      .values({
        title: 'Una clase',
        description: 'De prueba',
        startsAt: new Date('2099-05-04'),
        createdBy: teacher.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (whose === 'enrolled' && person) {
      await db.insertInto('classEnrollments').values({ classId: id, userId: person.id }).execute();
    }
    return { method, path: `/api/classes/${id}${rest}`, ...(method === 'POST' && { body: {} }) };
  };
}

function onVideo(method: string, what: string, moderationStatus = 'approved'): PolicyRow['call'] {
  return async ({ db }) => {
    const { id } = await db
      .insertInto('videos')
      .values({
        title: 'Un video',
        language: 'en',
        level: 'basic',
        source: 'upload',
        sourceId: randomUUID(),
        seconds: 9,
        moderationStatus,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = what === 'view' ? { watchedSeconds: 9 } : {};
    return { method, path: `/api/videos/${id}/${what}`, ...(method !== 'DELETE' && { body }) };
  };
}

function onBoard(method: string, path: string, status: 'draft' | 'archived'): PolicyRow['call'] {
  return async ({ db, person: join }) => {
    const { id: importedBy } = await join({ role: 'admin' });
    const live = await db
      .selectFrom('cupBoards')
      .select('id')
      .where('status', '=', 'live')
      .executeTakeFirst();
    const { id } = await db
      .insertInto('cupBoards')
      .values({
        season: '2026-11-01',
        status,
        rowCount: 1,
        importedBy,
        comparedWith: live?.id ?? null,
        ...(status === 'archived' && { liveAt: new Date(), liveBy: importedBy }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method, path: `/api/cup${path.replace('{id}', id)}`, ...(method === 'POST' && { body: {} }) };
  };
}

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
