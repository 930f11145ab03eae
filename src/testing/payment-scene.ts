import { receiveWebhook } from '#features/payments/checkout/receive-webhook.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { createStripeProvider } from '#features/payments/providers/stripe-provider.ts';
import type { SignedMessage, TestProvider } from '#features/payments/providers/test-provider.ts';
import { type Community, newCommunity } from './community.ts';
import { type StripeStandIn, standInSecrets, startStripeStandIn } from './stand-ins/stripe.ts';
import { chargeNextMonth, payAtStripe, takeVoucher } from './stand-ins/stripe-books.ts';

/** Acts of customers and banks at the payment provider. The product learns of them only by messages or by asking. */
export type ProviderSide = {
  pay(ref: string, method?: 'card' | 'oxxo'): Promise<void>;
  takeVoucher(ref: string, until: Date): Promise<void>;
  /** The checkout takes another amount than was asked. */
  charge(ref: string, cents: number): Promise<void>;
  decline(ref: string): Promise<void>;
  /** Charges the next month, or fails to. */
  renew(subscription: string, options?: { declined?: boolean }): Promise<void>;
  endSubscription(subscription: string): Promise<void>;
  /** How often each payment was given back. */
  refunds(): Promise<number>;
  /** The number of checkouts. */
  checkouts(): Promise<number>;
  /** Messages signed as by the provider. */
  aboutCheckout(ref: string): SignedMessage;
  aboutSubscription(ref: string): SignedMessage;
  /** Delivers a message to the webhook. */
  deliver(message: SignedMessage): Promise<Response>;
};

export type Scene = {
  community: Community;
  outside: ProviderSide;
  /** The stand-in of Stripe, or null for the test provider. */
  stripe: StripeStandIn | null;
  /** Runs the due work of checkouts and subscriptions. */
  settle(): Promise<void>;
  refund(): Promise<void>;
  close(): Promise<void>;
};

export const sceneNames = ['test', 'stripe'] as const;

/** A community with the built-in test provider, or with Stripe's own client and a stand-in. */
export async function newScene(
  name: (typeof sceneNames)[number],
  {
    timeoutMs,
    ...options
  }: { withoutGuards?: string; untrueRows?: string; poolSize?: number; timeoutMs?: number } = {},
): Promise<Scene> {
  let now = () => new Date();
  const standIn = name === 'stripe' ? await startStripeStandIn(() => now()) : null;
  const payments = standIn
    ? createStripeProvider({
        ...standInSecrets,
        appUrl: 'http://localhost:3000',
        host: '127.0.0.1',
        port: standIn.port,
        protocol: 'http',
        // Long enough for a stand-in that is only slow, as on a busy machine.
        timeoutMs: timeoutMs ?? 60_000,
      })
    : undefined;
  const community = await newCommunity({ ...options, ...(payments && { payments }) });
  now = community.now;
  const [settle, refund, ...subscriptions] = paymentJobs(community.providers).handlers ?? [];
  return {
    community,
    outside: standIn ? outsideAtStripe(community, standIn) : outsideAtTest(community),
    stripe: standIn,
    async settle() {
      for (const handler of [settle, ...subscriptions]) if (handler) await community.runDue(handler);
    },
    refund: async () => refund && community.runDue(refund),
    async close() {
      await community.close();
      await standIn?.close();
    },
  };
}

function outsideAtStripe(community: Community, { books, event }: StripeStandIn): ProviderSide {
  return {
    pay: async (ref, method) => void payAtStripe(books, ref, community.now(), method),
    takeVoucher: async (ref, until) => void takeVoucher(books, ref, until),
    async charge(ref, cents) {
      const session = books.sessions.get(ref);
      const intent = books.intents.get(String(session?.payment_intent));
      Object.assign(session ?? {}, { amount_total: cents });
      if (intent) Object.assign(intent, { amount: cents });
    },
    async decline(ref) {
      const session = books.sessions.get(ref);
      const intent = books.intents.get(String(session?.payment_intent));
      if (session?.status === 'open') Object.assign(session, { status: 'expired' });
      if (intent) Object.assign(intent, { status: 'requires_payment_method', next_action: null });
    },
    renew: async (subscription, options) => void chargeNextMonth(books, subscription, options),
    endSubscription: async (ref) =>
      void Object.assign(books.subscriptions.get(ref) ?? {}, { status: 'canceled' }),
    refunds: async () => books.refunds.size,
    checkouts: async () => books.sessions.size,
    aboutCheckout: (ref) => event('checkout.session.completed', { id: ref }),
    aboutSubscription: (ref) => event('customer.subscription.updated', { id: ref }),
    deliver: ({ rawBody, signature }) =>
      Promise.resolve(
        community.api.request('/api/payments/webhooks/stripe', {
          method: 'POST',
          body: rawBody,
          headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        }),
      ),
  };
}

export function outsideAtTest(community: Community): ProviderSide {
  const { db, providers } = community;
  const provider = providers.find('test') as TestProvider;
  const count = async (table: 'testRefunds' | 'testCheckouts') => {
    const counted = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('there'))
      .executeTakeFirstOrThrow();
    return counted.there;
  };
  return {
    async pay(ref, method) {
      const decision = await provider.decide(ref, method === 'oxxo' ? 'voucher-paid' : 'paid');
      if (!decision) throw new Error('the checkout is over');
    },
    async takeVoucher(ref, until) {
      await provider.decide(ref, 'voucher');
      await db.updateTable('testCheckouts').set({ voucherEndsAt: until }).where('ref', '=', ref).execute();
    },
    async charge(ref, amountCents) {
      await db.updateTable('testCheckouts').set({ amountCents }).where('ref', '=', ref).execute();
    },
    decline: async (ref) => void (await provider.decide(ref, 'declined')),
    async renew(ref, { declined = false } = {}) {
      await db.updateTable('testSubscriptions').set({ declines: declined }).where('ref', '=', ref).execute();
    },
    async endSubscription(ref) {
      await provider.changeSubscription(ref, { change: 'end' });
    },
    refunds: () => count('testRefunds'),
    checkouts: () => count('testCheckouts'),
    aboutCheckout: (checkout) => provider.sign({ checkout }),
    aboutSubscription: (subscription) => provider.sign({ subscription }),
    async deliver({ rawBody, signature }) {
      const ctx = { ...(await community.ctxFor()), now: community.now() };
      return answerOf(() => receiveWebhook(ctx, providers, provider, rawBody, signature));
    },
  };
}

/** The test provider has no webhook address: its messages go to the same use case, answered as the address would. */
async function answerOf(act: () => Promise<void>): Promise<Response> {
  try {
    await act();
    return new Response(null, { status: 200 });
  } catch (error) {
    const status = (error as { status?: number }).status ?? 500;
    return new Response(null, { status });
  }
}

export async function statusOf({ db }: Community, paymentId: string): Promise<string> {
  const { status } = await db
    .selectFrom('payments')
    .select('status')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return status;
}

/** The row of a payment. */
export function paymentRow({ db }: Community, paymentId: string) {
  return db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
}
