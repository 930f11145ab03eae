import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { forgetLeads } from './forget-leads.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('forgetLeads deletes leads after so many days and keeps the others', async () => {
  const { db } = community;
  const plan = {
    language: 'en',
    level: 'basic',
    goals: ['travel'],
    learningStyle: ['group'],
    availableTime: '15-30',
    modality: ['club'],
    contact: { name: 'Ana', email: 'ana@example.org', country: 'México' },
  };
  for (const _ of [1, 2]) {
    expect((await community.request(null, 'POST', '/api/quiz/plan', plan)).status).toBe(200);
  }
  const [old] = await db.selectFrom('quizLeads').select('id').limit(1).execute();
  const before = new Date(Date.now() - 31 * 24 * 3600 * 1000);
  await db
    .updateTable('quizLeads')
    .set({ createdAt: before })
    .where('id', '=', old?.id ?? '')
    .execute();
  await forgetLeads(30).run(await community.ctxFor());
  const left = await db.selectFrom('quizLeads').select('id').execute();
  expect(left).toHaveLength(1);
  expect(left[0]?.id).not.toBe(old?.id);
});
