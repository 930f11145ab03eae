import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import type { Ctx } from '../ctx.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type FollowedEvent, type Follower, followEvents } from './follow-events.ts';
import { publish } from './publish.ts';

let community: Community;
let ctx: Ctx;
let follower: Follower;
let received: FollowedEvent[];

beforeAll(async () => {
  community = await newCommunity();
  ctx = await community.ctxFor();
  follower = await followEvents(community.db, community.address, ctx.log);
  follower.onEvent((event) => received.push(event));
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await follower.stop();
  await community.close();
});

const kinds = () => received.map(({ kind }) => kind);

it('followEvents delivers an event after its transaction commits, within half a second', async () => {
  await inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'cup.changed' });
    await sleep(60);
    expect(received).toEqual([]);
  });
  await vi.waitFor(() => expect(kinds()).toEqual(['cup.changed']), { timeout: 500 });
});

it('followEvents delivers no event of a transaction that was rolled back', async () => {
  const failing = inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'cup.undone' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await publish(ctx, { kind: 'cup.after' });
  await vi.waitFor(() => expect(kinds()).toEqual(['cup.after']));
});

it('followEvents delivers the event of a slow transaction once, after the event of a later and faster one', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'slow.one' });
    await held;
  });
  await sleep(30);
  await publish(ctx, { kind: 'quick.one' });
  await sleep(80);
  finish();
  await slow;
  await vi.waitFor(() => expect(kinds().sort()).toEqual(['quick.one', 'slow.one']), { timeout: 2000 });
  await sleep(60);
  expect(received).toHaveLength(2);
});

it('followEvents delivers each of a hundred concurrent events once', async () => {
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => inTransaction(ctx, (ctx) => publish(ctx, { kind: `many.${i}` }))),
  );
  await vi.waitFor(() => expect(received).toHaveLength(100), { timeout: 2000 });
  expect(new Set(kinds()).size).toBe(100);
});

it('followEvents continues where it was after its connection was cut', async () => {
  const lost = new Promise<void>((resolve) => follower.onLost(resolve));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen access'`.execute(community.db);
  await lost;
  await publish(ctx, { kind: 'while.away' });
  await vi.waitFor(() => expect(kinds()).toEqual(['while.away']), { timeout: 3000 });
  // Delivered at once if the connection is back by now, else by the next poll after five seconds.
  await publish(ctx, { kind: 'back.again' });
  await vi.waitFor(() => expect(kinds()).toEqual(['while.away', 'back.again']), { timeout: 6000 });
});
