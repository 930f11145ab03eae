import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import type { Ctx } from '../ctx.ts';
import { inTransaction } from './in-transaction.ts';

let community: Community;
let ctx: Ctx;
beforeAll(async () => {
  community = await newCommunity();
  ctx = await community.ctxFor();
});
afterAll(() => community.close());

const nameOf = async (id: string) =>
  (await ctx.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

async function rename({ db }: Ctx, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).execute();
}

it('inTransaction rolls everything back after a refusal and runs no afterCommit task', async () => {
  const { id } = await community.person({ name: 'Antes' });
  let ran = false;
  const refused = inTransaction(ctx, async (ctx) => {
    await rename(ctx, id, 'Después');
    ctx.afterCommit(() => {
      ran = true;
    });
    throw new Refusal(commonRefusals.notAllowed);
  });
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  expect(await nameOf(id)).toBe('Antes');
  expect(ran).toBe(false);
});

it('inTransaction inside a transaction joins that transaction', async () => {
  const { id } = await community.person({ name: 'Antes' });
  const failing = inTransaction(ctx, async (ctx) => {
    await inTransaction(ctx, (ctx) => rename(ctx, id, 'Después'));
    throw new Error('later');
  });
  await expect(failing).rejects.toThrow('later');
  expect(await nameOf(id)).toBe('Antes');
});

it('inTransaction retries a deadlock, so that both transactions succeed', async () => {
  const [one, two] = [await community.person(), await community.person()];
  const crossing = (first: string, second: string, name: string) =>
    inTransaction(ctx, async (ctx) => {
      await rename(ctx, first, name);
      await sleep(50);
      await rename(ctx, second, name);
    });
  await Promise.all([crossing(one.id, two.id, 'A'), crossing(two.id, one.id, 'B')]);
  expect(await nameOf(one.id)).toBe(await nameOf(two.id));
});
