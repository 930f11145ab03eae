import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buySeat } from '#features/classes/seats/buy-seat.ts';
import { buyMembership } from '#features/memberships/buy-membership.ts';
import type { Ctx } from '#server/ctx.ts';
import { insertClass } from '../../testing/class-scene.ts';
import type { Person } from '../../testing/community.ts';
import { newScene, paymentRow, type Scene, statusOf } from '../../testing/payment-scene.ts';
import { raceAfterReading, raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { receiveWebhook } from './checkout/receive-webhook.ts';
import { makeRefunds } from './refunds/make-refunds.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { requestRefund } from './refunds/request-refund.ts';

const crowd = 30;

async function boughtMembership({
  community,
  outside,
}: Scene): Promise<{ person: Person; paymentId: string; ref: string }> {
  const person = await community.person();
  const { paymentId } = await buyMembership(await community.ctxFor(person), community.providers, 'basic');
  const ref = (await paymentRow(community, paymentId)).checkoutRef ?? '';
  await outside.pay(ref);
  return { person, paymentId, ref };
}

async function completed(scene: Scene): Promise<{ person: Person; paymentId: string }> {
  const bought = await boughtMembership(scene);
  await scene.outside.deliver(scene.outside.aboutCheckout(bought.ref));
  return bought;
}

describe('concurrent refunds of one payment', () => {
  let scene: Scene;
  let admin: Person;
  beforeAll(async () => {
    scene = await newScene('stripe', { poolSize: 40 });
    admin = await scene.community.person({ role: 'admin' });
  });
  afterAll(() => scene.close());

  const linesAbout = async (paymentId: string) => {
    const lines = await scene.community.db
      .selectFrom('auditLog')
      .select('id')
      .where('subject', '=', paymentId)
      .execute();
    return lines.length;
  };

  it('make one refund and one line in the audit log', async () => {
    const { person, paymentId } = await completed(scene);
    const asked = await raceForTable(scene.community.db, 'payments', () =>
      Array.from({ length: crowd }, () =>
        scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' }),
      ),
    );
    const statuses = asked.map((one) => (one.status === 'fulfilled' ? one.value.status : one.reason));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await linesAbout(paymentId)).toBe(1);
    const before = await scene.outside.refunds();
    await Promise.all(Array.from({ length: 6 }, () => scene.refund()));
    expect((await scene.outside.refunds()) - before).toBe(1);
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(
      (await noticeKindsOf(scene.community, person)).filter((kind) => kind === 'payments.refunded'),
    ).toHaveLength(1);
  });

  it('the control: write more lines than refunds without the lock', async () => {
    const ctx = withoutRowLocks(await scene.community.ctxFor(admin));
    const { paymentId } = await completed(scene);
    await raceForTable(scene.community.db, 'payments', () =>
      Array.from({ length: crowd }, () => refundPayment(ctx, paymentId, 'Lo pidió')),
    );
    expect(await linesAbout(paymentId)).toBe(crowd);
  });

  it('the control: ask the provider six times without the claim, whose key still makes one refund', async () => {
    const { paymentId } = await completed(scene);
    const ctx = await scene.community.ctxFor();
    await requestRefund(ctx, { paymentId, reason: 'Lo pidió' });
    if (scene.stripe) scene.stripe.asked.length = 0;
    const before = await scene.outside.refunds();
    const { run } = makeRefunds(scene.community.providers);
    const make = (ctx: Ctx) => run(ctx, paymentId);
    await raceAfterReading(ctx, 'payments', [make, make, make, make, make, make]);
    expect((await scene.outside.refunds()) - before).toBe(1);
    expect(scene.stripe?.asked.filter((each) => each === 'POST /v1/refunds')).toHaveLength(6);
  });
});

describe('thirty concurrent deliveries of one message', () => {
  /** How often the student is told, where each delivery has read what is paid, or waits, before one acts on it. */
  const race = async (scene: Scene, change: typeof withoutRowLocks) => {
    const { person, ref } = await boughtMembership(scene);
    const { rawBody, signature } = scene.outside.aboutCheckout(ref);
    const ctx = change(await scene.community.ctxFor());
    const { providers } = scene.community;
    await raceForTable(scene.community.db, 'payments', () =>
      Array.from({ length: crowd }, () =>
        receiveWebhook(ctx, providers, providers.find('test'), rawBody, signature),
      ),
    );
    return (await noticeKindsOf(scene.community, person)).length;
  };

  it('are acted on once', async () => {
    const scene = await newScene('test', { poolSize: 40 });
    expect(await race(scene, (ctx) => ctx)).toBe(1);
    await scene.close();
  });

  it('the control: are acted on more than once without the remembered event and without the lock', async () => {
    const scene = await newScene('test', {
      poolSize: 40,
      withoutGuards: 'alter table provider_events drop constraint provider_events_pkey',
    });
    expect(await race(scene, withoutRowLocks)).toBe(crowd);
    // The lock alone is enough to act once.
    expect(await race(scene, (ctx) => ctx)).toBe(1);
    await scene.close();
  });
});

describe('the last seat of a class, bought by many students at once', () => {
  /** What is sold, where each student has seen the free seat, or waits to see it, before one has it. */
  const rush = async ({ community }: Scene, change: typeof withoutRowLocks) => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const startsAt = new Date(community.now().getTime() + 10 * 24 * 60 * 60_000);
    const classId = await insertClass(community.db, teacher, {
      startsAt,
      requiredTier: 'vip',
      maxStudents: 1,
    });
    const people = await Promise.all(Array.from({ length: crowd }, () => community.person()));
    const contexts = await Promise.all(people.map(async (person) => change(await community.ctxFor(person))));
    await raceForTable(community.db, 'classEnrollments', () =>
      contexts.map((ctx) => buySeat(ctx, community.providers, classId)),
    );
    const seats = await community.db
      .selectFrom('classEnrollments')
      .select('userId')
      .where('classId', '=', classId)
      .execute();
    const payments = await community.db
      .selectFrom('payments')
      .select('id')
      .where('classId', '=', classId)
      .execute();
    return { seats: seats.length, payments: payments.length };
  };

  it('is held for one student, and no other student begins a payment', async () => {
    const scene = await newScene('test', { poolSize: 40 });
    expect(await rush(scene, (ctx) => ctx)).toEqual({ seats: 1, payments: 1 });
    expect(await rush(scene, withoutRowLocks)).toEqual({ seats: 1, payments: 1 });
    await scene.close();
  });

  it('the control: is sold more than once without the lock and the constraint', async () => {
    const scene = await newScene('test', {
      poolSize: 40,
      withoutGuards: 'alter table classes drop constraint seats_fit',
    });
    expect(await rush(scene, withoutRowLocks)).toEqual({ seats: crowd, payments: crowd });
    expect(await rush(scene, (ctx) => ctx)).toEqual({ seats: 1, payments: 1 });
    await scene.close();
  });
});
