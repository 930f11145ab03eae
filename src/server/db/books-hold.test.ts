import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classInvariants } from '#features/classes/class-invariants.ts';
import { buySeat } from '#features/classes/seats/buy-seat.ts';
import { enrolInClass } from '#features/classes/seats/enrol-in-class.ts';
import { leaveClass } from '#features/classes/seats/leave-class.ts';
import { cancelClass } from '#features/classes/timetable/cancel-class.ts';
import { joinWaitingList } from '#features/classes/waiting/join-waiting-list.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { paymentInvariants } from '#features/payments/payment-invariants.ts';
import { refundPayment } from '#features/payments/refunds/refund-payment.ts';
import { buyItem } from '#features/store/buy-item.ts';
import { fulfilOrder } from '#features/store/orders/fulfil-order.ts';
import { refundOrder } from '#features/store/orders/refund-order.ts';
import { storeInvariants } from '#features/store/store-invariants.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Actor, memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { findBroken } from './find-broken.ts';

/*
 * Random steps of three students and an administrator with coins, orders, seats and payments, in any order and
 * concurrently. Twenty sequences run at once, so that they share transactions and due work as they would in a
 * community. Steps that need others before them are drawn more often, so that most sequences buy, pay, leave and give
 * back. `SUMI_SEQUENCES=2000` in the environment plays as many.
 */

const books = [...coinInvariants, ...storeInvariants, ...paymentInvariants, ...classInvariants];

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

/** What is done, and how often among the others. */
const weights = {
  reward: 6,
  buy: 6,
  'fulfil-order': 1,
  'refund-order': 3,
  enrol: 3,
  leave: 9,
  wait: 2,
  offer: 2,
  'buy-seat': 9,
  pay: 12,
  tell: 4,
  decline: 1,
  'refund-payment': 3,
  'make-refunds': 2,
  'cancel-class': 2,
};
type Act = keyof typeof weights;
type Step = { who: number; do: Act; isSold: boolean; nth: number };
const step: fc.Arbitrary<Step> = fc.record({
  // Most steps are the first student's, so that one student gets far.
  who: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constantFrom(1, 2) }),
  do: fc.oneof(
    ...Object.entries(weights).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) })),
  ),
  isSold: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  nth: fc.nat(3),
});
/** Each inner list is done at once. */
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 9 });

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

/** The payments of a student, the last one first. */
const paymentsOf = ({ db, actor }: Ctx) =>
  db
    .selectFrom('payments')
    .select(['id', 'checkoutRef'])
    .where('userId', '=', memberOf(actor).userId)
    .orderBy('id', 'desc')
    .execute();

const ordersOf = ({ db, actor }: Ctx) =>
  db
    .selectFrom('orders')
    .select(['id', 'price'])
    .where('userId', '=', memberOf(actor).userId)
    .orderBy('id')
    .execute();

/** Whether the student has a seat, also one that is only held. */
const hasSeat = async ({ db, actor }: Ctx, classId: string) =>
  (await db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('classId', '=', classId)
    .where('userId', '=', memberOf(actor).userId)
    .executeTakeFirst()) !== undefined;

/** One of them, unless there is none. */
const pick = <T>(from: readonly T[], nth: number): T | undefined => from[nth % from.length];

/** Whether no other step of the round can give the student a seat in that class. */
const isAlone = (taken: Step, together: readonly Step[]) =>
  !together.some((other) => other !== taken && (other.who === taken.who || other.do === 'offer'));

/** Answers by how many coins the balance of the student changed. */
async function take(
  { contexts, open, sold }: World,
  taken: Step,
  together: readonly Step[],
  seen: Set<string>,
): Promise<number> {
  const ctx = contexts[taken.who] as Ctx;
  const { community, outside } = scene;
  const { userId } = memberOf(ctx.actor);
  const classId = taken.isSold ? sold : open;
  const byAdministrator = { ...ctx, actor: administrator };
  const payment = async () => pick(await paymentsOf(ctx), Math.max(0, taken.nth - 2));
  const tellOf = async (of: string) =>
    expect((await outside.deliver(outside.aboutCheckout(of))).status).toBe(200);
  const ref = async () => (await payment())?.checkoutRef ?? null;
  switch (taken.do) {
    case 'reward': {
      const grant = { userId, amount: 250, type: 'reward', description: 'Un video' } as const;
      const { outcome } = await grantCoins(ctx, { ...grant, cause: `reward:${taken.nth}` });
      return outcome === 'given' ? 250 : 0;
    }
    case 'buy': {
      const itemId = taken.isSold ? 'custom-avatar' : 'premium-material';
      const { order } = await buyItem(ctx, { itemId }, `key-of-test-${taken.nth}`);
      if (seen.has(order.id)) return 0;
      seen.add(order.id);
      return -order.price;
    }
    case 'fulfil-order': {
      const order = pick(await ordersOf(ctx), taken.nth);
      if (order) await fulfilOrder(byAdministrator, order.id, {}, undefined);
      return 0;
    }
    case 'refund-order': {
      const order = pick(await ordersOf(ctx), taken.nth);
      if (!order) return 0;
      await refundOrder(byAdministrator, order.id, { reason: 'No se puede entregar.' }, undefined);
      return order.price;
    }
    case 'enrol':
      await enrolInClass(ctx, classId);
      return 0;
    case 'leave':
      await leaveClass(ctx, classId);
      if (isAlone(taken, together)) expect(await hasSeat(ctx, classId)).toBe(false);
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
      // A checkout that is over takes no money. Most often the provider's message comes at once, else by a step of its
      // own.
      if (of) await outside[taken.do](of).catch(() => {});
      if (of && taken.nth > 0) await tellOf(of);
      return 0;
    }
    case 'tell': {
      const of = await ref();
      if (of) await tellOf(of);
      return 0;
    }
    case 'refund-payment': {
      const of = await payment();
      if (of) await refundPayment(byAdministrator, of.id, 'Lo pidió.');
      return 0;
    }
    case 'make-refunds':
      await scene.refund();
      return 0;
    case 'cancel-class':
      await cancelClass(byAdministrator, classId, { reason: 'La maestra enfermó.' });
      return 0;
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
    const moves = await Promise.all(
      together.map((taken) => take(world, taken, together, seen).catch(refusedIs)),
    );
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

/**
 * What people paid at the provider was used for a seat in a class that takes place, or given back there, once; and what
 * was given back has no seat any more.
 */
async function lostMoney() {
  const { rows } =
    await sql`select p.id, p.status, test_checkouts.state, test_refunds.refund_ref, classes.status as class
    from test_checkouts join payments p on p.checkout_ref = test_checkouts.ref
    join classes on classes.id = p.class_id left join test_refunds using (payment_ref)
    where test_checkouts.state = 'paid' and p.status not in ('completed', 'refunded')
      or test_checkouts.state <> 'paid' and p.status in ('completed', 'refunded')
      or p.status = 'completed' and (p.refund_wanted_at is not null or classes.status = 'cancelled')
      or (p.status = 'refunded') <> (test_refunds.refund_ref is not null)
      or p.status = 'refunded' and classes.status = 'scheduled'
        and exists (select from class_enrollments where payment_id = p.id)`.execute(scene.community.db);
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
      expect(await findBroken(community.db, books)).toEqual([]);
      expect(await lostMoney()).toEqual([]);
    }),
    // What is broken stays in the database, so a smaller example would be none.
    { numRuns: sequences / sequencesAtOnce, endOnFailure: true },
  );
}, 3_600_000);
