import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { plansOf } from '../../testing/plans-of.ts';
import { claimDue } from './claim-due.ts';
import type { DueWork } from './due-work.ts';

const work: DueWork = { kind: 'test-work', backOff: { firstMs: 1000, longestMs: 4000 }, concurrency: 2 };

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('claimDue walks its index to the row whose turn it is, also where thousands are due at the same instant', async () => {
  const ctx = await community.ctxFor();
  await sql`insert into due_work (kind, subject, due_at)
    select ${work.kind}, lpad(n::text, 5, '0'), 'epoch' from generate_series(1, 5000) n`.execute(ctx.db);
  await sql`analyze due_work`.execute(ctx.db);
  const claimed: (string | undefined)[] = [];
  const plans = await plansOf(ctx, async (listening) => {
    for (let turn = 0; turn < 2; turn++) claimed.push((await claimDue(listening, work))?.subject);
  });
  expect(claimed).toEqual(['00001', '00002']);
  // The statement of a claim and the select inside it are compiled both.
  expect(plans.filter((plan) => plan.startsWith('Update on due_work'))).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('Index Scan using due_work_by_turn on due_work');
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  }
});
