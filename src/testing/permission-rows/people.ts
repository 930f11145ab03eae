import { askGuardian } from '#features/accounts/guardian/ask-guardian.ts';
import { withdrawalPath } from '#features/accounts/guardian/withdrawal-link.ts';
import { testSecret } from '../community.ts';
import type { PolicyRow } from '../permission-row.ts';
import {
  absent,
  administrators,
  conflictForMembers,
  everybody,
  get,
  post,
  refusedToMembers,
} from '../permission-row.ts';

/** A call about the account of another person. */
function onPerson(method: string, rest: string, body?: unknown): PolicyRow['call'] {
  return async ({ person: join }) => {
    const { id } = await join({ coins: 500 });
    return { method, path: `/api/people/${id}${rest}`, ...(body !== undefined && { body }) };
  };
}

/** A call about the caller's own account; a visitor uses that of another person. */
function onOneself(method: string, rest: string, body: unknown): PolicyRow['call'] {
  return async ({ person: join }, person) => {
    const { id } = person ?? (await join());
    return { method, path: `/api/people/${id}${rest}`, body };
  };
}

/** What a guardian asks by the link of a letter. */
function withGuardian(path: string): PolicyRow['call'] {
  return async (community) => {
    const kid = await community.person({ ageGroup: 'kid' });
    await askGuardian(await community.ctxFor(kid), kid.id, 'madre@example.org');
    const [, token] = withdrawalPath(testSecret, kid.id, 'madre@example.org').split('token=');
    return { method: 'POST', path, body: { token } };
  };
}

const coins = { amount: 20, reason: 'Ayudó a ordenar el club' };
const toMany = (...userIds: string[]) => ({
  method: 'POST',
  path: '/api/people/coins',
  body: { userIds, ...coins },
});
const ban = { reason: 'Insultó en un club' };

export const peopleRows: Record<string, PolicyRow> = {
  'GET /api/people': { says: administrators, call: get('/api/people') },
  'GET /api/people/list.csv': { says: administrators, call: get('/api/people/list.csv') },
  'GET /api/people/invitations': { says: administrators, call: get('/api/people/invitations') },
  'POST /api/people/invitations/{id}/end': {
    says: administrators,
    call: async ({ db, person: join }) => {
      const { id: userId } = await join();
      const endsAt = new Date(Date.now() + 9 * 86_400_000);
      const { id } = await db
        .insertInto('inviteLinks')
        .values({ userId, label: 'Mi grupo', mostUses: 5, endsAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { method: 'POST', path: `/api/people/invitations/${id}/end`, body: { reason: 'Ya no' } };
    },
  },
  'GET /api/people/{id}': { says: administrators, call: onPerson('GET', '') },
  'GET /api/people/{id}/movements': { says: administrators, call: onPerson('GET', '/movements') },
  'GET /api/people/{id}/enrolments': { says: administrators, call: onPerson('GET', '/enrolments') },
  'PUT /api/people/{id}/role': { says: administrators, call: onPerson('PUT', '/role', { role: 'teacher' }) },
  'PUT /api/people/{id}/membership': {
    says: administrators,
    call: onPerson('PUT', '/membership', { tier: 'vip', until: null }),
  },
  'PUT /api/people/{id}/age-group': {
    says: administrators,
    call: onPerson('PUT', '/age-group', { ageGroup: 'kid' }),
  },
  'PUT /api/people/me/age': {
    says: conflictForMembers,
    call: () => ({ method: 'PUT', path: '/api/people/me/age', body: { ageGroup: 'adult' } }),
  },
  'POST /api/people/me/guardian': {
    says: conflictForMembers,
    call: post('/api/people/me/guardian', { guardianEmail: 'madre@example.org' }),
  },
  'PUT /api/people/{id}/guardian-consent': {
    says: administrators,
    call: onPerson('PUT', '/guardian-consent', { given: false }),
  },
  // The letter's token is enough: no session is needed.
  'POST /api/people/withdrawals/read': {
    says: everybody,
    call: withGuardian('/api/people/withdrawals/read'),
    anothers: { says: absent, call: post('/api/people/withdrawals/read', { token: 'x' }) },
  },
  'POST /api/people/withdrawals': {
    says: everybody,
    call: withGuardian('/api/people/withdrawals'),
    anothers: { says: absent, call: post('/api/people/withdrawals', { token: 'x' }) },
  },
  'POST /api/people/{id}/coins': {
    says: administrators,
    call: onPerson('POST', '/coins', coins),
    anothers: { says: refusedToMembers, call: onOneself('POST', '/coins', coins) },
  },
  'POST /api/people/coins': {
    says: administrators,
    call: async ({ person: join }) => toMany((await join()).id, (await join()).id),
    anothers: {
      says: refusedToMembers,
      call: async ({ person: join }, person) => toMany((await join()).id, (person ?? (await join())).id),
    },
  },
  'PUT /api/people/{id}/ban': {
    says: administrators,
    call: onPerson('PUT', '/ban', ban),
    anothers: { says: refusedToMembers, call: onOneself('PUT', '/ban', ban) },
  },
  'DELETE /api/people/{id}/ban': { says: administrators, call: onPerson('DELETE', '/ban') },
  'PUT /api/people/{id}/hidden-name': {
    says: administrators,
    call: onPerson('PUT', '/hidden-name', { reason: 'Es un insulto' }),
  },
  'DELETE /api/people/{id}/hidden-name': { says: administrators, call: onPerson('DELETE', '/hidden-name') },
  'DELETE /api/people/{id}/sessions': { says: administrators, call: onPerson('DELETE', '/sessions') },
  'POST /api/functions/get-all-users': { says: administrators, call: post('/api/functions/get-all-users') },
};
