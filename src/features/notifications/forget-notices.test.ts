import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { plansOf } from '../../testing/plans-of.ts';
import { forgetNotices } from './forget-notices.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('forgetNotices deletes notices after so many days and keeps the others', async () => {
  const { db } = community;
  const { id: userId } = await community.person();
  // The id of a notice is from the same instant as the notice.
  for (const { kind, days, readAt } of [
    { kind: 'test.old', days: 91, readAt: null },
    { kind: 'test.old-and-read', days: 91, readAt: new Date() },
    { kind: 'test.recent', days: 89, readAt: null },
  ]) {
    await sql`insert into notifications (id, user_id, kind, created_at, read_at) select uuidv7(-ago), ${userId}, ${kind}, now() - ago, ${readAt}
      from make_interval(days => ${days}) ago`.execute(db);
  }
  await forgetNotices(90).run(await community.ctxFor());
  expect(await db.selectFrom('notifications').select('kind').execute()).toEqual([{ kind: 'test.recent' }]);
});

it('forgetNotices finds the oldest notices by an index, in order', async () => {
  const plans = await community.db.connection().execute(async (db) => {
    // So small a table is read faster without an index.
    await sql`set enable_seqscan = off`.execute(db);
    await sql`set enable_bitmapscan = off`.execute(db);
    return plansOf({ ...(await community.ctxFor()), db }, (listening) => forgetNotices(90).run(listening));
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(
    /Index Scan using notifications_pkey on notifications[^\n]*\n\s+Index Cond: \(id < /,
  );
  expect(plans[0]).not.toMatch(/Seq Scan|Sort/);
});
