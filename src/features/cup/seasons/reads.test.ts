import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { listCupSeasons } from '../contract.ts';
import { commitCupImport } from '../import/commit-cup-import.ts';
import { previewCupImport } from '../import/preview-cup-import.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('listCupSeasons names every month that has a board, also after more than three years', async () => {
  const ctx = await community.ctxFor(await community.person({ role: 'admin' }));
  const months = Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2022, n)).toISOString().slice(0, 7));
  for (const season of months) {
    const file = `Full name,Username,Email,Language,Total XP,Time Spent Learning\nAna Paz,ana,,English,${season.slice(5)},1h 0m`;
    const readFile = async () => new TextEncoder().encode(file);
    const { boardId } = await previewCupImport(ctx, { season, readFile });
    await commitCupImport(ctx, boardId);
  }
  const { items } = await answerOf(community.request(null, 'GET', '/api/cup/seasons'), listCupSeasons);
  expect(items.map(({ season }) => season)).toEqual(months.reverse());
});
