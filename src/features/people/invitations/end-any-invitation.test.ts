import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import type { OwnedInvitation } from './invitation-operations.ts';

const now = new Date('2026-11-20T10:00:00Z');
let community: Community;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  admin = await community.person({ role: 'admin' });
  owner = await community.person({ name: 'Olga' });
});
afterAll(() => community.close());

const all = '/api/people/invitations';

async function make(label: string, person = owner): Promise<string> {
  const body = { label, mostUses: 5, lastDay: '2026-11-25' };
  return (await (await community.request(person, 'POST', '/api/accounts/invitations', body)).json()).id;
}

async function listed(): Promise<OwnedInvitation[]> {
  return (await (await community.request(admin, 'GET', all)).json()).items;
}

const end = (id: string, person = admin) =>
  community.request(person, 'POST', `${all}/${id}/end`, { reason: 'Se publicó en un foro' });

async function traces(subject: string) {
  const acts = await community.db
    .selectFrom('auditLog')
    .select(['act', 'personId', 'reason'])
    .where('subject', '=', subject)
    .execute();
  const notices = await community.db
    .selectFrom('notifications')
    .select(['userId', 'detail'])
    .where('kind', '=', 'people.invitation-ended')
    .execute();
  return { acts, notices };
}

it('an administrator reads every link with its owner, the newest first, and no code by which to invite', async () => {
  const first = await make('Club de los martes');
  community.setNow(new Date(now.getTime() + 1000));
  const own = await make('Cartel', admin);
  const items = await listed();
  expect(items.map(({ id }) => id)).toEqual([own, first]);
  expect(items[1]).toEqual({
    id: first,
    label: 'Club de los martes',
    uses: 0,
    mostUses: 5,
    endsAt: expect.any(String),
    state: 'open',
    owner: { id: owner.id, name: 'Olga', isBanned: false },
  });
});

it('endAnyInvitation ends a link once for administrators who end it at once: one line of the audit log, one notice', async () => {
  const id = await make('Foro');
  const outcomes = await raceForRows(community.db, 'inviteLinks', () =>
    Array.from({ length: 5 }, async () => (await end(id)).json()),
  );
  for (const one of outcomes) expect(one).toMatchObject({ status: 'fulfilled', value: { state: 'ended' } });
  expect(await traces(id)).toEqual({
    acts: [{ act: 'people.end-invitation', personId: owner.id, reason: 'Se publicó en un foro' }],
    notices: [{ userId: owner.id, detail: { title: 'Foro', reason: 'Se publicó en un foro' } }],
  });
});

it('endAnyInvitation leaves a link alone whose owner ended it, and refuses one without a reason and one that is none', async () => {
  const id = await make('Propio');
  await community.request(owner, 'DELETE', `/api/accounts/invitations/${id}`);
  expect((await end(id)).status).toBe(200);
  expect((await traces(id)).acts).toEqual([]);
  const open = await make('Abierto');
  expect((await community.request(admin, 'POST', `${all}/${open}/end`, { reason: ' ' })).status).toBe(400);
  expect((await end(crypto.randomUUID())).status).toBe(404);
  expect((await end(open, owner)).status).toBe(403);
  expect((await listed()).find((link) => link.id === open)?.state).toBe('open');
});

it('the link of a banned person is listed as ended', async () => {
  const banned = await community.person();
  const id = await make('De quien se fue', banned);
  await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', banned.id).execute();
  expect((await listed()).find((link) => link.id === id)).toMatchObject({
    state: 'ended',
    owner: { isBanned: true },
  });
});
