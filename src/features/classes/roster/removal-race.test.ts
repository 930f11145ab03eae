import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveWebhook } from '#features/payments/checkout/receive-webhook.ts';
import type { Ctx } from '#server/ctx.ts';
import { rosterActs } from '../../../testing/class-scene.ts';
import { paymentRow } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { removeStudent } from './remove-student.ts';

/* What these tests guarantee: of a seat that is taken away in the moment in which it is paid, the student has the money
 * back and no seat, whichever of the two comes first. */

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 10 });
});
beforeEach(() => scene.afterMinutes(0));
afterAll(() => scene.close());

/**
 * An organiser takes a seat away whose student has paid at the provider, which tells of it: one of the two comes first,
 * and the other one has begun before the first one's commit.
 */
async function race(
  { community, ...of }: PurchaseScene,
  comesFirst: 'payment' | 'organiser',
  change: (ctx: Ctx) => Ctx,
) {
  const classId = await of.newClass();
  const person = await community.person();
  const { paymentId } = await of.buySeat(person, classId);
  const ref = await of.refOf(paymentId);
  await of.outside.pay(ref);
  const { providers } = community;
  const { rawBody, signature } = of.outside.aboutCheckout(ref);
  const [byProvider, byOrganiser] = [
    change(await community.ctxFor()),
    change(await community.ctxFor(of.teacher)),
  ];
  const tell = (ctx: Ctx) => receiveWebhook(ctx, providers, providers.find('test'), rawBody, signature);
  const remove = (ctx: Ctx) => removeStudent(ctx, { id: classId, userId: person.id }, {});
  const outcomes =
    comesFirst === 'payment'
      ? await raceBehind<unknown>(byProvider, tell, () => [remove(byOrganiser)])
      : await raceBehind<unknown>(byOrganiser, remove, () => [tell(byProvider)]);
  await of.refund();
  const { status, refundedAt } = await paymentRow(community, paymentId);
  return {
    outcomes: outcomes.map(({ status }) => status),
    payment: status,
    isBack: refundedAt !== null,
    seat: await of.seatOf(classId, person),
    roster: await rosterActs(community, of.teacher).readRoster(classId),
    told: await noticeKindsOf(community, person),
  };
}

const back = {
  outcomes: ['fulfilled'],
  payment: 'refunded',
  isBack: true,
  seat: undefined,
  roster: { items: [], paying: [] },
};

describe('a seat that an organiser takes away as its payment arrives', () => {
  it('is paid first, and then taken away with the money refunded', async () => {
    const raced = await race(scene, 'payment', (ctx) => ctx);
    expect(raced).toMatchObject(back);
    expect(raced.told).toEqual(['classes.seat-bought', 'classes.seat-taken-away', 'payments.refunded']);
  });

  it('is taken away first, and the money that comes then is sent back', async () => {
    const raced = await race(scene, 'organiser', (ctx) => ctx);
    expect(raced).toMatchObject(back);
    expect(raced.told).toEqual(['classes.held-seat-taken-away', 'payments.sent-back', 'payments.refunded']);
  });

  it('the control: is lost with its money where the organiser reads it without the lock of the class', async () => {
    const unlocked = await purchaseScene('test', {
      poolSize: 10,
      untrueRows: 'each paid seat exists, or was left too late for a refund, or is being refunded',
    });
    expect(await race(unlocked, 'payment', withoutRowLocks)).toMatchObject({
      outcomes: ['fulfilled'],
      payment: 'completed',
      isBack: false,
      seat: undefined,
    });
    await unlocked.close();
  });
});
