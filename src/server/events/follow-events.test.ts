import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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
  // The table is not read by the clock here: what arrives was notified.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  follower = await followEvents(community.db, community.address, ctx.log);
  vi.useRealTimers();
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

it('followEvents delivers an event after its transaction commits, when it is notified', async () => {
  await inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'cup.changed' });
    await sleep(60);
    expect(received).toEqual([]);
  });
  await expect.poll(() => kinds()).toEqual(['cup.changed']);
});

it('followEvents delivers no event of a transaction that was rolled back', async () => {
  const failing = inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'cup.undone' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await publish(ctx, { kind: 'cup.after' });
  await expect.poll(() => kinds()).toEqual(['cup.after']);
});

it('followEvents delivers the event of a slow transaction once, after the event of a later and faster one', async () => {
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  const slow = inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'slow.one' });
    await held;
  });
  await sleep(30);
  await publish(ctx, { kind: 'quick.one' });
  await sleep(80);
  finish();
  await slow;
  await expect.poll(() => kinds().sort()).toEqual(['quick.one', 'slow.one']);
  await sleep(60);
  expect(received).toHaveLength(2);
});

it('followEvents delivers the event of a slow transaction after the clock of the machine was put forward', async () => {
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const slow = inTransaction(ctx, async (ctx) => {
    await publish(ctx, { kind: 'slow.two' });
    wrote();
    await held;
  });
  await written;
  await publish(ctx, { kind: 'quick.two' });
  await expect.poll(kinds).toEqual(['quick.two']);
  const putForward = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
  onTestFinished(() => putForward.mockRestore());
  await publish(ctx, { kind: 'quick.three' });
  await vi.waitUntil(() => kinds().includes('quick.three'), { timeout: 50_000 });
  finish();
  await slow;
  putForward.mockRestore();
  await expect.poll(kinds).toEqual(['quick.two', 'quick.three', 'slow.two']);
});

it('followEvents delivers each of a hundred concurrent events once', async () => {
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => inTransaction(ctx, (ctx) => publish(ctx, { kind: `many.${i}` }))),
  );
  await expect.poll(() => received).toHaveLength(100);
  expect(new Set(kinds()).size).toBe(100);
});

it('followEvents continues where it was after its connection was cut', async () => {
  const lost = new Promise<void>((resolve) => follower.onLost(resolve));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen access'`.execute(community.db);
  await lost;
  await publish(ctx, { kind: 'while.away' });
  await expect.poll(() => kinds()).toEqual(['while.away']);
  // The connection listens again: what was missed is read after that.
  await publish(ctx, { kind: 'back.again' });
  await expect.poll(() => kinds()).toEqual(['while.away', 'back.again']);
});
