import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { draftBoard, publishBoard } from '../../../testing/rows/publish-board.ts';
import { forgetDrafts, forgetReplacedBoards } from './forget-boards.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const start = new Date('2026-12-01T12:00:00Z');
const lines = ['Full name,Username,Email,Total XP', 'Ana Vega,ana,ana@example.org,10', 'Luis,luis,,5'];
const onDay = async (day: number) => {
  community.setNow(new Date(start.getTime() + day * dayMs));
  return community.ctxFor(admin);
};
const boards = async () =>
  (await community.db.selectFrom('cupBoards').select('id').orderBy('id').execute()).map(({ id }) => id);

it('a board is deleted with its rows 60 days after a later one of its month went live; the last of a month stays', async () => {
  const replaced: string[] = [];
  // More than one statement deletes.
  for (let day = 0; day < 4; day++) replaced.push(await publishBoard(await onDay(day), lines));
  const last = await publishBoard(await onDay(4), lines);
  const next = await publishBoard(await onDay(5), lines, '2026-12');
  const kept = [...replaced, last, next];
  await forgetReplacedBoards.run(await onDay(60));
  expect(await boards()).toEqual(kept);
  // It was live for three days, and can be put back for 60 more.
  await forgetReplacedBoards.run(await onDay(63.5));
  expect(await boards()).toEqual(kept.slice(3));
  const answer = await community.request(admin, 'POST', `/api/cup/boards/${replaced[3]}/put-back`);
  expect(answer.status).toBe(200);
  await forgetReplacedBoards.run(await onDay(200));
  expect(await boards()).toEqual([replaced[3], next]);
  const rows = await community.db.selectFrom('duolingoRankings').select('boardId').distinct().execute();
  expect(rows.map(({ boardId }) => boardId).sort()).toEqual([replaced[3], next]);
});

it('a closed month keeps the board that it was closed with, and a draft is deleted after a day', async () => {
  await community.db.deleteFrom('cupBoards').execute();
  const first = await publishBoard(await onDay(0), lines);
  const last = await publishBoard(await onDay(1), lines);
  const closing = { boardId: first };
  await community.db
    .insertInto('cupSeasons')
    .values({ season: '2026-11-01', closedAt: start, ...closing })
    .execute();
  const draft = await draftBoard(await onDay(1), lines, '2026-12');
  await community.db.updateTable('cupBoards').set({ createdAt: start }).where('id', '=', draft).execute();
  await forgetReplacedBoards.run(await onDay(300));
  expect(await boards()).toEqual([first, last, draft]);
  await forgetDrafts.run(await onDay(1.5));
  expect(await boards()).toEqual([first, last]);
  await community.db.deleteFrom('cupSeasons').execute();
});
