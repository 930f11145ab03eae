import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buySeat } from '#features/classes/seats/buy-seat.ts';
import { buyMembership } from '#features/memberships/buy-membership.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { insertClass } from '../../testing/class-scene.ts';
import type { Person } from '../../testing/community.ts';
import { newScene, noticesOf, paymentRow, type Scene, statusOf } from '../../testing/payment-scene.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { receiveWebhook } from './checkout/receive-webhook.ts';
import { makeRefunds } from './refunds/make-refunds.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { requestRefund } from './refunds/request-refund.ts';

const crowd = 30;
const rounds = 8;

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
    const asking = Array.from({ length: crowd }, () =>
      scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' }),
    );
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await linesAbout(paymentId)).toBe(1);
    const before = await scene.outside.refunds();
    await Promise.all(Array.from({ length: 6 }, () => scene.refund()));
    expect((await scene.outside.refunds()) - before).toBe(1);
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(
      (await noticesOf(scene.community, person)).filter((kind) => kind === 'payments.refunded'),
    ).toHaveLength(1);
  });

  it('the control: write more lines than refunds without the lock', async () => {
    const ctx = withoutRowLocks(await scene.community.ctxFor(admin));
    let most = 0;
    for (let round = 0; round < rounds && most < 2; round++) {
      const { paymentId } = await completed(scene);
      await Promise.allSettled(
        Array.from({ length: crowd }, () => refundPayment(ctx, paymentId, 'Lo pidió')),
      );
      most = Math.max(most, await linesAbout(paymentId));
    }
    expect(most).toBeGreaterThan(1);
  });

  it('the control: ask the provider twice without the claim, whose key still makes one refund', async () => {
    const ctx = withoutRowLocks(await scene.community.ctxFor());
    let most = 0;
    for (let round = 0; round < rounds && most < 2; round++) {
      const { paymentId } = await completed(scene);
      // Refunds that earlier tests requested are made first, so that they are not counted.
      await scene.refund();
      await requestRefund(ctx, { paymentId, reason: 'Lo pidió' });
      if (scene.stripe) scene.stripe.asked.length = 0;
      const before = await scene.outside.refunds();
      const { db } = scene.community;
      const runs = await db.transaction().execute(async (trx) => {
        await trx.selectFrom('dueWork').selectAll().where('subject', '=', paymentId).forUpdate().execute();
        const begun = Array.from({ length: 6 }, () =>
          runDue(() => ctx, makeRefunds(scene.community.providers)),
        );
        // All of them choose the row while this transaction locks it, and claim it after this has ended.
        await sleep(300);
        return begun;
      });
      await Promise.allSettled(runs);
      expect((await scene.outside.refunds()) - before).toBe(1);
      most = Math.max(most, scene.stripe?.asked.filter((each) => each === 'POST /v1/refunds').length ?? 0);
    }
    expect(most).toBeGreaterThan(1);
  });
});

describe('a hundred concurrent deliveries of one message', () => {
  const race = async (scene: Scene, change: typeof withoutRowLocks) => {
    const { person, ref } = await boughtMembership(scene);
    const { rawBody, signature } = scene.outside.aboutCheckout(ref);
    const ctx = change(await scene.community.ctxFor());
    const { providers } = scene.community;
    await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        receiveWebhook(ctx, providers, providers.find('test'), rawBody, signature),
      ),
    );
    return (await noticesOf(scene.community, person)).length;
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
    let most = 0;
    for (let round = 0; round < rounds && most < 2; round++)
      most = Math.max(most, await race(scene, withoutRowLocks));
    expect(most).toBeGreaterThan(1);
    // The lock alone is enough to act once.
    expect(await race(scene, (ctx) => ctx)).toBe(1);
    await scene.close();
  });
});

describe('the last seat of a class, bought by many students at once', () => {
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
    await Promise.allSettled(contexts.map((ctx) => buySeat(ctx, community.providers, classId)));
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
    let most = 0;
    for (let round = 0; round < rounds && most < 2; round++)
      most = Math.max(most, (await rush(scene, withoutRowLocks)).seats);
    expect(most).toBeGreaterThan(1);
    expect(await rush(scene, (ctx) => ctx)).toEqual({ seats: 1, payments: 1 });
    await scene.close();
  });
});
