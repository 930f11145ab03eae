import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccount } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import type { Person } from '../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { raceForRows } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { endMemberships } from './end-memberships.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 20 });
});
beforeEach(() => scene.afterMinutes(0));
afterAll(() => scene.close());

const end = async () => endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });

/** A person with a tier that an administrator gave, until so many minutes after the start. */
async function granted(endsAt: Date | null, graceEndsAt: Date | null = null): Promise<Person> {
  const person = await scene.community.person({ tier: 'premium' });
  await scene.community.db
    .updateTable('userMemberships')
    .set({ endsAt, graceEndsAt })
    .where('userId', '=', person.id)
    .execute();
  return person;
}

const hasRow = async ({ id }: Person) =>
  (await scene.community.db
    .selectFrom('userMemberships')
    .select('tier')
    .where('userId', '=', id)
    .executeTakeFirst()) !== undefined;

describe('endMemberships', () => {
  it('ends a membership at its very end, and tells the person once', async () => {
    const person = await granted(scene.at(60));
    scene.afterMinutes(59);
    await end();
    expect(await hasRow(person)).toBe(true);
    scene.afterMinutes(60);
    await end();
    await end();
    expect(await hasRow(person)).toBe(false);
    expect(await noticeKindsOf(scene.community, person)).toEqual(['memberships.ended']);
  });

  it('leaves a tier without end, and one whose grace is not over', async () => {
    const forGood = await granted(null);
    const inGrace = await granted(scene.at(60), scene.at(180));
    scene.afterMinutes(179);
    await end();
    expect([await hasRow(forGood), await hasRow(inGrace)]).toEqual([true, true]);
    scene.afterMinutes(180);
    await end();
    expect([await hasRow(forGood), await hasRow(inGrace)]).toEqual([true, false]);
  });

  it('counts for requests from the instant of the end, before the row is gone', async () => {
    const person = await granted(scene.at(60));
    const tierOf = async () => {
      const { account } = await answerOf(
        scene.community.request(person, 'GET', '/api/accounts/me'),
        readAccount,
      );
      return account?.tier;
    };
    expect(await tierOf()).toBe('premium');
    scene.afterMinutes(61);
    expect(await tierOf()).toBe('free');
    expect(await hasRow(person)).toBe(true);
  });

  it('ends the subscription that could not be charged, so that no month follows', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.renew(subscription, { declined: true });
    scene.afterDays(36);
    await end();
    const { requestedChange } = await scene.community.db
      .selectFrom('subscriptions')
      .select('requestedChange')
      .where('ref', '=', subscription)
      .executeTakeFirstOrThrow();
    expect(requestedChange).toBe('end');
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewal-failed',
      'memberships.ended',
    ]);
  });

  it('leaves a plan whose renewal was paid while the provider could not be asked for four days', async () => {
    const away = await purchaseScene('stripe', { poolSize: 20 });
    const end = async () => endMemberships({ ...(await away.community.ctxFor()), now: away.community.now() });
    try {
      const { person, subscription } = await away.subscriber('vip');
      away.afterDays(32);
      await away.outside.renew(subscription);
      away.stripe!.down = true;
      for (const day of [32, 34, 36]) {
        away.afterDays(day);
        await away.settle();
        await end();
        expect((await away.planOf(person)).membership).toMatchObject({ tier: 'vip', inGrace: false });
      }
      away.stripe!.down = false;
      away.afterDays(37);
      await away.settle();
      await away.refund();
      expect((await away.planOf(person)).membership).toMatchObject({ tier: 'vip', cancelled: false });
      expect(away.stripe!.books.subscriptions.get(subscription)?.status).toBe('active');
      expect(await away.outside.refunds()).toBe(0);
      expect(await noticeKindsOf(away.community, person)).toEqual([
        'memberships.started',
        'memberships.renewed',
      ]);
    } finally {
      await away.close();
    }
  });

  it('ends a plan that no provider has renewed for two weeks, and its subscription', async () => {
    const away = await purchaseScene('stripe', { poolSize: 20 });
    try {
      const { person, subscription } = await away.subscriber('vip');
      away.afterDays(46);
      await endMemberships({ ...(await away.community.ctxFor()), now: away.community.now() });
      expect((await away.planOf(person)).membership).toBeNull();
      await away.settle();
      expect(away.stripe!.books.subscriptions.get(subscription)?.status).toBe('canceled');
    } finally {
      await away.close();
    }
  });

  /** How often each of three people is told by five servers, which have all found what is over before one ends it. */
  async function endByFive(change = (ctx: Ctx) => ctx): Promise<number[]> {
    const people = await Promise.all([1, 2, 3].map(() => granted(scene.at(5))));
    scene.afterMinutes(6);
    const ctx = change({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    await raceForRows(scene.community.db, 'users', () =>
      Array.from({ length: 5 }, () => endMemberships(ctx)),
    );
    return Promise.all(people.map(async (person) => (await noticeKindsOf(scene.community, person)).length));
  }

  it('ends each membership once when five servers run it at once', async () => {
    expect(await endByFive()).toEqual([1, 1, 1]);
  });

  it('the control: tells a person more than once without the lock', async () => {
    expect(Math.max(...(await endByFive(withoutRowLocks)))).toBeGreaterThan(1);
  });
});
