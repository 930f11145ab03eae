import { randomInt } from 'node:crypto';
import type { Community, Person } from '../community.ts';
import {
  absent,
  absentForMembers,
  everybody,
  get,
  members,
  type PolicyRow,
  post,
  signInFirst,
  wrongForMembers,
} from '../permission-row.ts';

const newAddress = () => `${crypto.randomUUID()}@example.org`;
/** A mobile number of Mexico. */
const newNumber = () => `+52${randomInt(55_1000_0000, 55_9000_0000)}`;
const noMessage = () => ({ sms: crypto.randomUUID(), code: '123456' });
const noLink = `${crypto.randomUUID()}.${'x'.repeat(43)}`;

/** A link of `person`, or of another member. */
async function endLinkOf({ db, person: join }: Community, person: Person | null) {
  const { id: userId } = person ?? (await join());
  const { id } = await db
    .insertInto('inviteLinks')
    .values({ userId, label: 'Mi grupo', mostUses: 5, endsAt: new Date(Date.now() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { method: 'DELETE', path: `/api/accounts/invitations/${id}` };
}

/** An identity of `person`, or of another member, who have a password too. */
async function unlinkIdentityOf({ db, person: join }: Community, person: Person | null) {
  const { id: userId } = person ?? (await join());
  const password = { userId, providerId: 'credential', accountId: userId };
  const identity = { userId, providerId: 'google', accountId: crypto.randomUUID() };
  await db.insertInto('signInMethods').values(password).execute();
  const { id } = await db
    .insertInto('signInMethods')
    .values(identity)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { method: 'POST', path: `/api/accounts/identities/${id}/removal`, body: {} };
}

/** A passkey of `person`, or of another member. */
async function passkeyOf({ db, person: join }: Community, person: Person | null): Promise<string> {
  const { id: userId } = person ?? (await join());
  const { id } = await db
    .insertInto('passkeys')
    .values({
      userId,
      credentialId: crypto.randomUUID(),
      publicKey: Buffer.from('public'),
      counter: 0,
      synced: false,
      name: 'Mi llave',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/accounts/passkeys/${id}`;
}

/** Answers of a device to a challenge that does not exist. */
const noChallenge = { challengeId: crypto.randomUUID(), credentialId: 'AAAA', clientData: 'AAAA' };

/** The people of the permission walk have neither a password nor a link that was mailed to them. */
export const accountsRows: Record<string, PolicyRow> = {
  'GET /api/accounts/sign-in-rules': { says: everybody, call: get('/api/accounts/sign-in-rules') },
  'POST /api/accounts/password-reset': {
    says: everybody,
    call: () => ({ method: 'POST', path: '/api/accounts/password-reset', body: { email: newAddress() } }),
  },
  'PUT /api/accounts/password-reset': {
    says: absent,
    call: () => ({
      method: 'PUT',
      path: '/api/accounts/password-reset',
      body: { token: noLink, password: 'una-larga-y-rara' },
    }),
  },
  'POST /api/accounts/links/read': {
    says: absent,
    call: post('/api/accounts/links/read', { token: noLink }),
  },
  'POST /api/accounts/links/follow': {
    says: absent,
    call: post('/api/accounts/links/follow', { token: noLink }),
  },
  'POST /api/accounts/verification': { says: members, call: post('/api/accounts/verification') },
  'POST /api/accounts/email-change': {
    says: wrongForMembers,
    call: () => ({
      method: 'POST',
      path: '/api/accounts/email-change',
      body: { email: newAddress(), password: 'no-es-esta' },
    }),
  },
  'POST /api/auth/two-factor/enable': {
    says: wrongForMembers,
    call: post('/api/auth/two-factor/enable', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/disable': {
    says: wrongForMembers,
    call: post('/api/auth/two-factor/disable', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/generate-backup-codes': {
    says: wrongForMembers,
    call: post('/api/auth/two-factor/generate-backup-codes', { password: 'no-es-esta' }),
  },
  'POST /api/auth/two-factor/verify-totp': {
    says: wrongForMembers,
    call: post('/api/auth/two-factor/verify-totp', { code: '123456' }),
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    says: wrongForMembers,
    call: post('/api/auth/two-factor/verify-backup-code', { code: 'abcde-12345' }),
  },
  'POST /api/accounts/sign-in-letter': {
    says: everybody,
    call: () => ({ method: 'POST', path: '/api/accounts/sign-in-letter', body: { email: newAddress() } }),
  },
  'POST /api/auth/sign-in/letter': {
    says: signInFirst,
    call: () => ({
      method: 'POST',
      path: '/api/auth/sign-in/letter',
      body: { letter: crypto.randomUUID(), code: '123456' },
    }),
  },
  'POST /api/accounts/sign-in-sms': {
    says: everybody,
    call: () => ({
      method: 'POST',
      path: '/api/accounts/sign-in-sms',
      body: { country: 'MX', number: newNumber() },
    }),
  },
  'POST /api/auth/sign-in/phone': {
    says: signInFirst,
    call: () => ({ method: 'POST', path: '/api/auth/sign-in/phone', body: noMessage() }),
  },
  'POST /api/accounts/phone/codes': {
    says: members,
    call: () => ({
      method: 'POST',
      path: '/api/accounts/phone/codes',
      body: { country: 'MX', number: newNumber() },
    }),
  },
  'PUT /api/accounts/phone': {
    says: signInFirst,
    call: () => ({ method: 'PUT', path: '/api/accounts/phone', body: noMessage() }),
  },
  'POST /api/accounts/phone/removal': {
    says: members,
    async call({ db }, person) {
      if (person) await db.insertInto('phones').values({ userId: person.id, number: newNumber() }).execute();
      return { method: 'POST', path: '/api/accounts/phone/removal', body: {} };
    },
  },
  // Apps are not let in in the walk.
  'GET /api/auth/token': { says: absentForMembers, call: get('/api/auth/token') },
  'GET /api/auth/jwks': { says: absent, call: get('/api/auth/jwks') },
  // A return from a sign-in that did not begin here is always sent to the sign-in page.
  ...Object.fromEntries(
    ['google', 'microsoft', 'apple', 'oidc'].map((provider) => [
      `GET /api/auth/callback/${provider}`,
      { says: everybody, call: get(`/api/auth/callback/${provider}?state=none&code=none`) },
    ]),
  ),
  'POST /api/auth/callback/apple': { says: everybody, call: post('/api/auth/callback/apple', {}) },
  // No provider is set up in the walk.
  'POST /api/auth/sign-in/social': {
    says: absent,
    call: post('/api/auth/sign-in/social', { provider: 'google' }),
  },
  'POST /api/auth/link-social': {
    says: absentForMembers,
    call: post('/api/auth/link-social', { provider: 'google' }),
  },
  'POST /api/accounts/identities/{id}/removal': {
    says: members,
    call: (community, person) => unlinkIdentityOf(community, person),
    anothers: { says: absentForMembers, call: (community) => unlinkIdentityOf(community, null) },
  },
  'GET /api/accounts/passkeys': { says: members, call: get('/api/accounts/passkeys') },
  'POST /api/accounts/passkeys/challenges': {
    says: members,
    call: post('/api/accounts/passkeys/challenges', {}),
  },
  'POST /api/accounts/passkeys': {
    says: wrongForMembers,
    call: post('/api/accounts/passkeys', {
      ...noChallenge,
      name: 'Mi llave',
      attestation: 'AAAA',
      transports: [],
    }),
  },
  'PATCH /api/accounts/passkeys/{id}': {
    says: members,
    call: async (community, person) => ({
      method: 'PATCH',
      path: await passkeyOf(community, person),
      body: { name: 'Mi teléfono' },
    }),
    anothers: {
      says: absentForMembers,
      call: async (community) => ({
        method: 'PATCH',
        path: await passkeyOf(community, null),
        body: { name: 'Mi teléfono' },
      }),
    },
  },
  'POST /api/accounts/passkeys/{id}/removal': {
    says: members,
    call: async (community, person) => ({
      method: 'POST',
      path: `${await passkeyOf(community, person)}/removal`,
      body: {},
    }),
    anothers: {
      says: absentForMembers,
      call: async (community) => ({
        method: 'POST',
        path: `${await passkeyOf(community, null)}/removal`,
        body: {},
      }),
    },
  },
  'POST /api/accounts/passkey-sign-ins': {
    says: everybody,
    call: post('/api/accounts/passkey-sign-ins', {}),
  },
  'POST /api/auth/sign-in/passkey': {
    says: signInFirst,
    call: post('/api/auth/sign-in/passkey', {
      ...noChallenge,
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    }),
  },
  'GET /api/accounts/invitations': { says: members, call: get('/api/accounts/invitations') },
  'POST /api/accounts/invitations': {
    says: members,
    call: post('/api/accounts/invitations', {
      label: 'Mi grupo',
      mostUses: 5,
      lastDay: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    }),
  },
  'DELETE /api/accounts/invitations/{id}': {
    says: members,
    call: (community, person) => endLinkOf(community, person),
    anothers: { says: absentForMembers, call: (community) => endLinkOf(community, null) },
  },
  'GET /api/accounts/invitations/by-code/{code}': {
    says: everybody,
    call: async ({ db, person: join }) => {
      const { id } = await join();
      const { inviteCode } = await db
        .selectFrom('users')
        .select('inviteCode')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { method: 'GET', path: `/api/accounts/invitations/by-code/${inviteCode}` };
    },
  },
  'GET /api/accounts/me': { says: everybody, call: get('/api/accounts/me') },
  'GET /api/accounts/demo-sign-ins': { says: everybody, call: get('/api/accounts/demo-sign-ins') },
  'POST /api/auth/sign-up/email': {
    says: everybody,
    call: () => ({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { name: 'Alguien', email: `${crypto.randomUUID()}@example.org`, password: 'una-larga-y-rara' },
    }),
  },
  // The password is wrong on purpose: the row is about who may try, and a wrong password is answered with 401.
  'POST /api/auth/sign-in/email': {
    says: signInFirst,
    call: post('/api/auth/sign-in/email', { email: 'nadie@example.org', password: 'no-es-esta' }),
  },
  'POST /api/auth/sign-out': { says: everybody, call: post('/api/auth/sign-out') },
  'GET /api/auth/get-session': { says: everybody, call: get('/api/auth/get-session') },
  'GET /api/auth/list-sessions': { says: members, call: get('/api/auth/list-sessions') },
  'POST /api/auth/revoke-session': {
    says: members,
    call: post('/api/auth/revoke-session', { token: 'not-a-session' }),
  },
  'POST /api/auth/revoke-sessions': { says: members, call: post('/api/auth/revoke-sessions') },
  'POST /api/auth/revoke-other-sessions': { says: members, call: post('/api/auth/revoke-other-sessions') },
  // The people of the walk have no password: 400, and nothing changes.
  'POST /api/auth/change-password': {
    says: wrongForMembers,
    call: post('/api/auth/change-password', {
      currentPassword: 'la-de-antes',
      newPassword: 'la-nueva-de-ahora',
    }),
  },
};
