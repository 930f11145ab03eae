import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buySeat } from '#features/classes/seats/buy-seat.ts';
import { enrolInClass } from '#features/classes/seats/enrol-in-class.ts';
import { leaveClass } from '#features/classes/seats/leave-class.ts';
import { joinWaitingList } from '#features/classes/waiting/join-waiting-list.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { refundPayment } from '#features/payments/refunds/refund-payment.ts';
import { buyItem } from '#features/store/buy-item.ts';
import { refundOrder } from '#features/store/orders/refund-order.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Actor, memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { findBrokenBooks, type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';

/*
 * Random steps of three students with coins, orders, seats and payments, in any order and concurrently. Twenty sequences
 * run at once, so that they share transactions and due work as they would in a community. `SUMI_SEQUENCES=2000` in the
 * environment plays as many.
 */

const sequencesAtOnce = 20;
const sequences = Number(process.env.SUMI_SEQUENCES ?? 40);

let scene: PurchaseScene;
let administrator: Actor;
let student: Actor;
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 20 });
  const { community, admin } = scene;
  administrator = (await community.ctxFor(admin)).actor;
  student = (await community.ctxFor(await community.person())).actor;
  scene.afterMinutes(0);
});
afterAll(() => scene.close());

const acts = [
  ...(['reward', 'buy', 'refund-order', 'enrol', 'leave', 'wait', 'offer'] as const),
  ...(['buy-seat', 'pay', 'decline', 'tell', 'refund-payment'] as const),
];
type Step = { who: number; do: (typeof acts)[number]; isSold: boolean; nth: number };
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(2),
  do: fc.constantFrom(...acts),
  isSold: fc.boolean(),
  nth: fc.nat(3),
});
/** Each inner list is done at once. */
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 });

/** Three students and two classes of one seat or two, of which one is open to all and seats in the other are sold. */
type World = { contexts: readonly Ctx[]; open: string; sold: string };

async function newWorld(): Promise<World> {
  const { community } = scene;
  const { rows } = await sql<{ id: string }>`insert into users (name, email)
    select 'Estudiante', gen_random_uuid() || '@example.org' from generate_series(1, 3) returning id`.execute(
    community.db,
  );
  const ctx = await community.ctxFor();
  return {
    contexts: rows.map(({ id: userId }) => ({ ...ctx, actor: { ...memberOf(student), userId } })),
    open: await scene.newClass({ maxStudents: 1, requiredTier: 'free', priceCents: null }),
    sold: await scene.newClass({ maxStudents: 2 }),
  };
}

/** The payments of a student, the first one first. */
const paymentsOf = ({ db, actor }: Ctx) =>
  db
    .selectFrom('payments')
    .select(['id', 'checkoutRef'])
    .where('userId', '=', memberOf(actor).userId)
    .orderBy('id')
    .execute();

/** Answers by how many coins the balance of the student changed. */
async function take({ contexts, open, sold }: World, taken: Step, seen: Set<string>): Promise<number> {
  const ctx = contexts[taken.who] as Ctx;
  const { community, outside } = scene;
  const member = memberOf(ctx.actor);
  const { userId } = member;
  const classId = taken.isSold ? sold : open;
  const payment = async () => (await paymentsOf(ctx))[taken.nth];
  const ref = async () => (await payment())?.checkoutRef ?? null;
  switch (taken.do) {
    case 'reward': {
      const grant = { userId, amount: 250, type: 'reward', description: 'Un video' } as const;
      const { outcome } = await grantCoins(ctx, { ...grant, cause: `reward:${taken.nth}` });
      return outcome === 'given' ? 250 : 0;
    }
    case 'buy': {
      const { order } = await buyItem(ctx, member, {
        itemId: taken.isSold ? 'custom-avatar' : 'premium-material',
        idempotencyKey: `key-of-test-${taken.nth}`,
      });
      if (seen.has(order.id)) return 0;
      seen.add(order.id);
      return -order.price;
    }
    case 'refund-order': {
      const orders = await ctx.db
        .selectFrom('orders')
        .select(['id', 'price'])
        .where('userId', '=', userId)
        .orderBy('id')
        .execute();
      const order = orders[taken.nth];
      if (!order) return 0;
      await refundOrder({ ...ctx, actor: administrator }, order.id, { reason: 'No se puede entregar.' });
      return order.price;
    }
    case 'enrol':
      await enrolInClass(ctx, classId);
      return 0;
    case 'leave':
      await leaveClass(ctx, classId);
      return 0;
    case 'wait':
      await joinWaitingList(ctx, classId);
      return 0;
    case 'offer':
      await offerSeats.run(await community.ctxFor(), classId);
      return 0;
    case 'buy-seat':
      await buySeat(ctx, community.providers, sold);
      return 0;
    case 'pay':
    case 'decline': {
      const of = await ref();
      // A checkout that is over takes no money.
      if (of) await outside[taken.do](of).catch(() => {});
      return 0;
    }
    case 'tell': {
      const of = await ref();
      if (of) expect((await outside.deliver(outside.aboutCheckout(of))).status).toBe(200);
      return 0;
    }
    case 'refund-payment': {
      const of = await payment();
      if (of) await refundPayment({ ...ctx, actor: administrator }, of.id, 'Lo pidió.');
      return 0;
    }
  }
}

const refusedIs = (error: unknown) => {
  if (error instanceof Refusal) return 0;
  throw error;
};

/** Plays a sequence and checks that each student has the coins that the steps reported. */
async function play(rounds: readonly Step[][]): Promise<void> {
  const world = await newWorld();
  const expected = world.contexts.map(() => 50);
  const seen = new Set<string>();
  for (const together of rounds) {
    const moves = await Promise.all(together.map((taken) => take(world, taken, seen).catch(refusedIs)));
    together.forEach(({ who }, nth) => {
      expected[who] = (expected[who] ?? 0) + (moves[nth] ?? 0);
    });
  }
  const { db } = scene.community;
  const balances = world.contexts.map(async ({ actor }) => {
    const own = db.selectFrom('wallets').select('balance').where('userId', '=', memberOf(actor).userId);
    return (await own.executeTakeFirst())?.balance;
  });
  expect(await Promise.all(balances)).toEqual(expected);
}

/** What people paid at the provider was used for a seat or given back. */
async function lostMoney() {
  const { rows } = await sql`select p.id, p.status, test_checkouts.state from test_checkouts
      join payments p on p.checkout_ref = test_checkouts.ref
    where test_checkouts.state = 'paid' and p.status not in ('completed', 'refunded')
      or test_checkouts.state <> 'paid' and p.status in ('completed', 'refunded')
      or p.status = 'completed' and p.refund_wanted_at is not null`.execute(scene.community.db);
  return rows;
}

it('no coin, seat or payment appears or is lost in any order of steps', async () => {
  const { community } = scene;
  const many = fc.array(sequence, { minLength: sequencesAtOnce, maxLength: sequencesAtOnce });
  await fc.assert(
    fc.asyncProperty(many, async (set) => {
      scene.afterMinutes(0);
      await Promise.all(set.map(play));
      // Later than any checkout and any offer that waits for its end.
      scene.afterMinutes(24 * 60);
      await scene.settle();
      await scene.refund();
      await community.runDue(offerSeats);
      expect(await findBrokenBooks(community.db)).toEqual([]);
      expect(await lostMoney()).toEqual([]);
    }),
    // What is broken stays in the database, so a smaller example would be none.
    { numRuns: sequences / sequencesAtOnce, endOnFailure: true },
  );
}, 3_600_000);
