import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import type { listReportsOf, ReportedThing } from './contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  // All reports of a test are made at one instant.
  community.setNow(new Date('2026-11-20T10:00:00.123Z'));
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

async function report(video: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const body = { kind: 'video', subject: video, reason: 'other', words: `Motivo ${n}` };
    const answer = await community.request(await community.person(), 'POST', '/api/reports', body);
    expect(answer.status).toBe(200);
  }
}

async function entry(video: string, settled = false): Promise<ReportedThing> {
  const { items } = await (await community.request(admin, 'GET', `/api/reports?settled=${settled}`)).json();
  return items.find(({ subject }: ReportedThing) => subject === video);
}

async function readOn(video: string, query: Record<string, string>): Promise<AnswerOf<typeof listReportsOf>> {
  const address = `/api/reports/video/${video}?${new URLSearchParams(query)}`;
  const answer = await community.request(admin, 'GET', address);
  expect(answer.status).toBe(200);
  return answer.json();
}

it('listReportsOf reads on behind the ten reports that come with a thing, each once, also when one is added', async () => {
  const video = await insertVideo(community.db, {});
  await report(video, 15);
  const { count, reports } = await entry(video);
  expect(count).toBe(15);
  expect(reports.items).toHaveLength(10);
  await report(video, 1);
  const rest = await readOn(video, { cursor: reports.nextCursor ?? '', limit: '3' });
  const last = await readOn(video, { cursor: rest.nextCursor ?? '', limit: '3' });
  expect(last.nextCursor).toBeNull();
  const words = [reports, rest, last].flatMap(({ items }) => items.map((said) => said.words));
  expect(new Set(words).size).toBe(15);
  expect(words).toHaveLength(15);
  expect(rest.items[0]).toMatchObject({ reason: 'other', createdAt: '2026-11-20T10:00:00.123Z' });
});

it('listReportsOf reads those of one decision apart from the open ones', async () => {
  const video = await insertVideo(community.db, {});
  await report(video, 12);
  const decided = { outcome: 'dismissed' };
  expect((await community.request(admin, 'PUT', `/api/reports/video/${video}`, decided)).status).toBe(200);
  await report(video, 2);
  const { settledAt, reports } = await entry(video, true);
  const rest = await readOn(video, { settledAt: settledAt ?? '', cursor: reports.nextCursor ?? '' });
  expect(rest.items).toHaveLength(2);
  expect(rest.nextCursor).toBeNull();
  const open = await readOn(video, {});
  expect(open.items).toHaveLength(2);
  expect((await entry(video)).reports).toEqual(open);
});

it('listReportsOf is for administrators', async () => {
  const video = await insertVideo(community.db, {});
  const student = await community.person();
  const ask = (who: Person | null) => community.request(who, 'GET', `/api/reports/video/${video}`);
  await expect(ask(student)).toBeRefused(commonRefusals.notAllowed);
  expect((await ask(null)).status).toBe(401);
  expect((await community.request(admin, 'GET', '/api/reports/video/no-id')).status).toBe(400);
});
