import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('exportPeople writes days as the administrator who takes the list has them', async () => {
  const admin = await community.person({ role: 'admin', zone: 'America/Mexico_City' });
  const person = await community.person({ name: 'De Noche', tier: 'vip' });
  const createdAt = new Date('2026-02-01T03:00:00Z');
  await community.db.updateTable('users').set({ createdAt }).where('id', '=', person.id).execute();
  const endsAt = new Date('2099-05-02T05:59:59Z');
  await community.db.updateTable('userMemberships').set({ endsAt }).where('userId', '=', person.id).execute();
  const answer = await community.request(admin, 'GET', '/api/people/list.csv?search=de+noche');
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
  expect(rows).toMatchObject([{ 'miembro desde': '2026-01-31', 'plan hasta': '2099-05-01' }]);
});
