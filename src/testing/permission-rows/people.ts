import type { PolicyRow } from '../permission-row.ts';
import { get, post } from '../permission-row.ts';

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

const coins = { amount: 20, reason: 'Ayudó a ordenar el club' };
const ban = { reason: 'Insultó en un club' };

export const peopleRows: Record<string, PolicyRow> = {
  'GET /api/people': { says: '1333Y', call: get('/api/people') },
  'GET /api/people/list.csv': { says: '1333Y', call: get('/api/people/list.csv') },
  'GET /api/people/invitations': { says: '1333Y', call: get('/api/people/invitations') },
  'POST /api/people/invitations/{id}/end': {
    says: '1333Y',
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
  'GET /api/people/{id}': { says: '1333Y', call: onPerson('GET', '') },
  'PUT /api/people/{id}/role': { says: '1333Y', call: onPerson('PUT', '/role', { role: 'teacher' }) },
  'PUT /api/people/{id}/membership': {
    says: '1333Y',
    call: onPerson('PUT', '/membership', { tier: 'vip', until: null }),
  },
  'PUT /api/people/{id}/age-group': {
    says: '1333Y',
    call: onPerson('PUT', '/age-group', { ageGroup: 'kid' }),
  },
  'PUT /api/people/me/age': {
    says: '1CCCC',
    call: () => ({ method: 'PUT', path: '/api/people/me/age', body: { ageGroup: 'adult' } }),
  },
  'POST /api/people/me/guardian': {
    says: '1CCCC',
    call: post('/api/people/me/guardian', { guardianEmail: 'madre@example.org' }),
  },
  'PUT /api/people/{id}/guardian-consent': {
    says: '1333Y',
    call: onPerson('PUT', '/guardian-consent', { given: true }),
  },
  'POST /api/people/{id}/coins': {
    says: '1333Y',
    call: onPerson('POST', '/coins', coins),
    anothers: { says: '13333', call: onOneself('POST', '/coins', coins) },
  },
  'PUT /api/people/{id}/ban': {
    says: '1333Y',
    call: onPerson('PUT', '/ban', ban),
    anothers: { says: '13333', call: onOneself('PUT', '/ban', ban) },
  },
  'DELETE /api/people/{id}/ban': { says: '1333Y', call: onPerson('DELETE', '/ban') },
  'PUT /api/people/{id}/hidden-name': {
    says: '1333Y',
    call: onPerson('PUT', '/hidden-name', { reason: 'Es un insulto' }),
  },
  'DELETE /api/people/{id}/hidden-name': { says: '1333Y', call: onPerson('DELETE', '/hidden-name') },
  'DELETE /api/people/{id}/sessions': { says: '1333Y', call: onPerson('DELETE', '/sessions') },
  'POST /api/functions/get-all-users': { says: '1333Y', call: post('/api/functions/get-all-users') },
};
