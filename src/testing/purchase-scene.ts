import { buySeat as seatOperation } from '#features/classes/contract.ts';
import { buyMembership as planOperation, readMembership } from '#features/memberships/contract.ts';
import { answerOf } from './answers/answer-of.ts';
import { insertClass } from './class-scene.ts';
import type { Person } from './community.ts';
import { newScene, type ProviderSide, paymentRow, type Scene, type sceneNames } from './payment-scene.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export type PurchaseScene = Scene & Awaited<ReturnType<typeof purchasesIn>>;

/** A payment scene in which students buy plans and seats, with one provider. */
export async function purchaseScene(
  name: (typeof sceneNames)[number],
  options?: Parameters<typeof newScene>[1],
): Promise<PurchaseScene> {
  const scene = await newScene(name, options);
  return { ...scene, ...(await purchasesIn(scene)) };
}

async function purchasesIn({ community, outside }: Scene) {
  const { db } = community;
  const start = new Date();
  const teacher = await community.person({ role: 'teacher', verified: true });
  const admin = await community.person({ role: 'admin' });
  const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

  const askForPlan = (person: Person, tier: string) =>
    community.request(person, 'POST', '/api/memberships/mine/checkout', { tier });
  const askForSeat = (person: Person, classId: string) =>
    community.request(person, 'POST', `/api/classes/${classId}/seat-checkout`, {});
  const buyPlan = (person: Person, tier: string) => answerOf(askForPlan(person, tier), planOperation);
  const buySeat = (person: Person, classId: string) => answerOf(askForSeat(person, classId), seatOperation);
  const refOf = async (paymentId: string) => (await paymentRow(community, paymentId)).checkoutRef ?? '';
  const deliverWebhook = async (paymentId: string) =>
    outside.deliver(outside.aboutCheckout(await refOf(paymentId)));
  async function pay(paymentId: string) {
    await outside.pay(await refOf(paymentId));
    return deliverWebhook(paymentId);
  }

  return {
    start,
    teacher,
    admin,
    /** That many minutes after the start. */
    at,
    afterMinutes: (minutes: number) => community.setNow(at(minutes)),
    afterDays: (days: number) => community.setNow(new Date(start.getTime() + days * day)),
    /** Asks to buy, and answers what came: the checkout that begins, or a refusal. */
    askForPlan,
    askForSeat,
    /** Begins to buy, and answers the checkout. */
    buyPlan,
    buySeat,
    refOf,
    /** The provider's message about the payment's checkout comes in. */
    deliverWebhook,
    /** The person pays, and the provider's message comes in. */
    pay,
    /** The provider charges the next month of a subscription, or fails to, and its message comes in. */
    async renew(subscription: string, options?: Parameters<ProviderSide['renew']>[1]) {
      await outside.renew(subscription, options);
      await outside.deliver(outside.aboutSubscription(subscription));
    },
    /** The subscription ends at the provider, whose message comes in. */
    async endAtProvider(subscription: string) {
      await outside.endSubscription(subscription);
      await outside.deliver(outside.aboutSubscription(subscription));
    },
    lastMonthOf: (subscription: string) =>
      db
        .selectFrom('payments')
        .select(['amountCents', 'status', 'tier'])
        .where('subscriptionRef', '=', subscription)
        .orderBy('createdAt', 'desc')
        .executeTakeFirstOrThrow(),
    /** A member asks to change what becomes of their plan. */
    askMembership: (person: Person, what: 'cancel' | 'change' | 'resume', body: object = {}) =>
      community.request(person, 'POST', `/api/memberships/mine/${what}`, body),
    planOf: (person: Person) =>
      answerOf(community.request(person, 'GET', '/api/memberships/mine'), readMembership),
    /** Ten days ahead, for premium; in pesos, which vouchers are paid in. */
    newClass: (facts: Parameters<typeof insertClass>[2] = {}) =>
      insertClass(db, teacher, {
        startsAt: at(10 * 24 * 60),
        requiredTier: 'premium',
        priceCents: 3330,
        currency: 'MXN',
        ...facts,
      }),
    seatOf: (classId: string, person: Person) =>
      db
        .selectFrom('classEnrollments')
        .select(['heldUntil', 'paymentId'])
        .where('classId', '=', classId)
        .where('userId', '=', person.id)
        .executeTakeFirst(),
    /** A person who has bought a seat. */
    async seatBuyer(classId: string) {
      const person = await community.person();
      const { paymentId } = await buySeat(person, classId);
      await pay(paymentId);
      return { person, paymentId };
    },
    /** A person who has paid for a tier by subscription, at the start. */
    async subscriber(tier: string) {
      community.setNow(start);
      const person = await community.person();
      const { paymentId } = await buyPlan(person, tier);
      await pay(paymentId);
      const { subscriptionRef } = await paymentRow(community, paymentId);
      return { person, paymentId, subscription: subscriptionRef ?? '' };
    },
    /** An administrator wants a payment given back. */
    askRefund: (paymentId: string, reason = 'Lo pidió', by: Person | null = admin) =>
      community.request(by, 'POST', `/api/payments/${paymentId}/refund`, { reason }),
    /** An administrator records a payment made by hand. */
    recordByHand: (given: object, headers?: Record<string, string>, by: Person | null = admin) =>
      community.request(by, 'POST', '/api/payments/manual', given, headers),
  };
}
