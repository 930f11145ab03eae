import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Classes } from '#server/db/schema.ts';
import { dayMs } from '#shared/time/durations.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { countOpenedClasses } from './count-opened-classes.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('countOpenedClasses counts the classes of the coming seven days that each plan opens to an age group', async () => {
  const { db } = community;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const banned = await community.person({ role: 'teacher', verified: true });
  await db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  const ctx = await community.ctxFor();
  const give = (inDays: number, facts: Partial<Insertable<Classes>> = {}, by = teacher) =>
    insertClass(db, by, { startsAt: new Date(ctx.now.getTime() + inDays * dayMs), ...facts });
  await give(1, { kind: 'club' });
  await give(6.9);
  await give(2, { requiredTier: 'basic' });
  await give(2, { requiredTier: 'vip' });
  await give(2, { targetAudience: 'kid', requiredTier: 'premium', maxStudents: 4 });
  // None of these.
  await give(-0.1);
  await give(7.1);
  await give(3, { status: 'cancelled', cancelledAt: ctx.now });
  await give(3, {}, banned);
  expect(await countOpenedClasses(ctx, 'adult')).toEqual({ free: 2, basic: 3, premium: 3, vip: 4 });
  expect(await countOpenedClasses(ctx, 'kid')).toEqual({ free: 0, basic: 0, premium: 1, vip: 1 });
});
