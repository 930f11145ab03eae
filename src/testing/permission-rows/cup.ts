import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Community, Person } from '../community.ts';
import {
  administrators,
  conflictForMembers,
  everybody,
  get,
  members,
  type PolicyRow,
  refusedToMembers,
} from '../permission-row.ts';

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

/** A user name on the live board. */
async function makeRow(community: Community): Promise<string> {
  const admin = await community.person({ role: 'admin', secondFactor: true });
  const username = randomUUID();
  const sent = await community.request(
    admin,
    'POST',
    '/api/cup/imports?season=2026-11',
    new TextEncoder().encode(`full name,username\nAna Ruiz,${username}`),
    { 'content-type': 'text/csv' },
  );
  const { boardId } = await sent.json();
  await community.request(admin, 'POST', `/api/cup/imports/${boardId}/commit`);
  return username;
}

/**
 * The board of a month that is over, which is live and not closed; another month each time, before all others of the
 * database.
 */
function onSeason(method: string, what: string): PolicyRow['call'] {
  return async (community) => {
    const username = await makeRow(community);
    const { season } = await community.db
      .selectFrom('cupBoards')
      .select(sql<string>`to_char(min(season) - interval '1 month', 'YYYY-MM')`.as('season'))
      .executeTakeFirstOrThrow();
    const { id: boardId } = await community.db
      .updateTable('cupBoards')
      .set({ season: `${season}-01` })
      .where('status', '=', 'live')
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = { close: { boardId }, hold: { username, held: false } }[what];
    return { method, path: `/api/cup/seasons/${season}/${what}`, ...(body && { body }) };
  };
}

/** A pending or confirmed claim of the person who asks or of another person. */
const onClaim =
  (verb: string, { confirmed = false, own = false } = {}): PolicyRow['call'] =>
  async ({ db, person: join }: Community, person: Person | null) => {
    const claimant = own && person ? person : await join();
    const admin = await join({ role: 'admin' });
    const decided = { status: 'confirmed' as const, decidedAt: new Date(), decidedBy: admin.id };
    const { id } = await db
      .insertInto('cupClaims')
      .values({ userId: claimant.id, username: randomUUID(), ...(confirmed && decided) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method: 'POST', path: `/api/cup/claims/${id}/${verb}`, body: {} };
  };

export const cupRows: Record<string, PolicyRow> = {
  'GET /api/cup': { says: everybody, call: get('/api/cup') },
  'GET /api/cup/boards': { says: administrators, call: get('/api/cup/boards') },
  'POST /api/cup/imports': {
    says: administrators,
    call: () => ({
      method: 'POST',
      path: '/api/cup/imports?season=2026-11',
      body: new TextEncoder().encode('full name,username\nAna Ruiz,ana'),
      headers: { 'content-type': 'text/csv' },
    }),
  },
  'POST /api/cup/imports/{id}/commit': {
    says: administrators,
    call: onBoard('POST', '/imports/{id}/commit', 'draft'),
  },
  'DELETE /api/cup/imports/{id}': { says: administrators, call: onBoard('DELETE', '/imports/{id}', 'draft') },
  'POST /api/cup/boards/{id}/put-back': {
    says: administrators,
    call: onBoard('POST', '/boards/{id}/put-back', 'archived'),
  },
  'GET /api/cup/boards/{id}/export': {
    says: administrators,
    call: onBoard('GET', '/boards/{id}/export', 'archived'),
  },
  'GET /api/cup/seasons': { says: everybody, call: get('/api/cup/seasons') },
  'GET /api/cup/seasons/{season}/winners': {
    says: everybody,
    call: get('/api/cup/seasons/2025-01/winners'),
  },
  'GET /api/cup/seasons/{season}/closing': { says: administrators, call: onSeason('GET', 'closing') },
  'GET /api/cup/seasons/{season}/held': { says: administrators, call: onSeason('GET', 'held') },
  'POST /api/cup/seasons/{season}/close': { says: administrators, call: onSeason('POST', 'close') },
  'PUT /api/cup/seasons/{season}/hold': { says: administrators, call: onSeason('PUT', 'hold') },
  'PUT /api/cup/settings': {
    says: administrators,
    call: () => ({
      method: 'PUT',
      path: '/api/cup/settings',
      body: { prizes: [500, 300, 200], mostXpPerMinute: 60, fewestParticipants: 1 },
    }),
  },
  'GET /api/cup/own': { says: members, call: get('/api/cup/own') },
  'PUT /api/cup/visibility': {
    says: members,
    call: () => ({ method: 'PUT', path: '/api/cup/visibility', body: { hidden: true } }),
  },
  'POST /api/cup/claims': {
    says: members,
    call: async (community) => ({
      method: 'POST',
      path: '/api/cup/claims',
      body: { username: await makeRow(community) },
    }),
    // A row that was confirmed to be another person's.
    anothers: {
      says: conflictForMembers,
      call: async (community) => {
        const username = await makeRow(community);
        const { id: userId } = await community.person();
        const { id: decidedBy } = await community.person({ role: 'admin' });
        const decided = { status: 'confirmed' as const, decidedAt: new Date(), decidedBy };
        await community.db
          .insertInto('cupClaims')
          .values({ userId, username, ...decided })
          .execute();
        return { method: 'POST', path: '/api/cup/claims', body: { username } };
      },
    },
  },
  'DELETE /api/cup/claims/own': {
    says: members,
    call: () => ({ method: 'DELETE', path: '/api/cup/claims/own' }),
  },
  'GET /api/cup/claims': { says: administrators, call: get('/api/cup/claims') },
  'POST /api/cup/claims/{id}/confirm': {
    says: administrators,
    call: onClaim('confirm'),
    // The second row is about the administrator's own claim, which they may not decide.
    anothers: { says: refusedToMembers, call: onClaim('confirm', { own: true }) },
  },
  'POST /api/cup/claims/{id}/reject': {
    says: administrators,
    call: onClaim('reject'),
    anothers: { says: refusedToMembers, call: onClaim('reject', { own: true }) },
  },
  'POST /api/cup/claims/{id}/revoke': {
    says: administrators,
    call: onClaim('revoke', { confirmed: true }),
    anothers: { says: refusedToMembers, call: onClaim('revoke', { confirmed: true, own: true }) },
  },
};
