import Stripe from 'stripe';
import type { Tier } from '#shared/actor.ts';
import { uuid } from '#shared/uuid.ts';
import type { Method } from '../contract.ts';
import { voucherDays } from '../rules.ts';
import {
  BadSignature,
  type CheckoutOrder,
  type CheckoutState,
  type Invoice,
  type MoneyBack,
  type PaymentProvider,
  type ProviderEvent,
  type SubscriptionChange,
  type SubscriptionState,
  UnknownToProvider,
} from './payment-provider.ts';
import { toldByStripe } from './stripe-events.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** The address of this product, to which students return. */
  appUrl: string;
  /** Only a test sets these: a stand-in on this machine. */
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
  timeoutMs?: number;
};

/** OXXO takes pesos only, from 10 to 10,000 of them. */
const oxxo = { currency: 'MXN', least: 1_000, most: 1_000_000 };

/** A webhook with an older signature is refused as a replay, in seconds. */
const tolerance = 300;

/** Stripe Checkout. Its idempotency keys are made of the payment's id, so a retry finds the same object. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const { appUrl, webhookSecret } = settings;
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: settings.timeoutMs ?? 10_000,
    telemetry: false,
    ...(settings.host && { host: settings.host }),
    ...(settings.port && { port: settings.port }),
    ...(settings.protocol && { protocol: settings.protocol }),
  });

  async function openCheckout(order: CheckoutOrder) {
    const discounts = await firstMonthDiscount(order);
    const session = await stripe.checkout.sessions.create(
      { ...sessionOf(order, appUrl), ...(discounts && { discounts }) },
      { idempotencyKey: `checkout-${order.paymentId}` },
    );
    if (!session.url) throw new Error(`checkout ${session.id} has no address`);
    return { ref: session.id, url: session.url };
  }

  /** A first month that costs less: the unused rest of a lower tier is subtracted. */
  async function firstMonthDiscount({ paymentId, amountCents, currency, monthly }: CheckoutOrder) {
    if (!monthly || monthly.cents <= amountCents) return undefined;
    const coupon = await stripe.coupons.create(
      {
        amount_off: monthly.cents - amountCents,
        currency: currency.toLowerCase(),
        duration: 'once',
        max_redemptions: 1,
      },
      { idempotencyKey: `coupon-${paymentId}` },
    );
    return [{ coupon: coupon.id }];
  }

  async function readSession(ref: string) {
    return orUnknown(() =>
      stripe.checkout.sessions.retrieve(ref, {
        expand: ['payment_intent.payment_method', 'invoice.payments'],
      }),
    );
  }

  async function readCheckout(ref: string): Promise<CheckoutState> {
    const session = await readSession(ref);
    // The checkout of another product on the same account has a reference of its own kind.
    const { data: paymentId = null } = uuid.safeParse(session.client_reference_id);
    return { paymentId, ...stateOf(session) };
  }

  async function closeCheckout(ref: string) {
    const session = await readSession(ref);
    if (session.status === 'open') await ignoringTooLate(() => stripe.checkout.sessions.expire(ref));
    const intent = expanded(session.payment_intent);
    // A voucher that was issued is cancelled, so that it cannot be paid any more.
    if (session.status === 'complete' && intent?.status === 'requires_action') {
      await ignoringTooLate(() => stripe.paymentIntents.cancel(intent.id));
    }
  }

  async function readSubscription(ref: string): Promise<SubscriptionState> {
    const subscription = await orUnknown(() => stripe.subscriptions.retrieve(ref));
    const { data } = await stripe.invoices.list({ subscription: ref, limit: 24, expand: ['data.payments'] });
    const ended = subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
    return { ended, invoices: data.toReversed().flatMap(invoiceOf) };
  }

  async function changeSubscription(ref: string, requested: SubscriptionChange): Promise<void> {
    if (requested.change === 'end') {
      await ignoringTooLate(() => stripe.subscriptions.cancel(ref));
    } else if (requested.change === 'switch-tier') {
      await changePrice(ref, requested);
    } else {
      await stripe.subscriptions.update(ref, { cancel_at_period_end: true });
    }
  }

  async function changePrice(
    ref: string,
    requested: SubscriptionChange & { change: 'switch-tier' },
  ): Promise<void> {
    const [subscription, product] = await Promise.all([
      stripe.subscriptions.retrieve(ref),
      productOf(requested.tier, requested.title),
    ]);
    const item = subscription.items.data[0];
    if (!item) throw new Error(`subscription ${ref} has no item`);
    await stripe.subscriptions.update(ref, {
      items: [
        {
          id: item.id,
          price_data: {
            product,
            currency: requested.currency.toLowerCase(),
            unit_amount: requested.cents,
            recurring: { interval: 'month' },
          },
        },
      ],
      // The paid month stays as it is; the new price counts from the next month on.
      proration_behavior: 'none',
      cancel_at_period_end: false,
    });
  }

  async function productOf(tier: Tier, name: string): Promise<string> {
    const id = `sumi-${tier}`;
    try {
      await stripe.products.create({ id, name });
    } catch (error) {
      if (!isStripeError(error, 'resource_already_exists')) throw error;
    }
    return id;
  }

  /**
   * Gives the whole back. Where Stripe refuses that, an administrator gave some of it back in the dashboard, or an
   * earlier answer was lost: then what is left is given back. Its key names how much was given before, because Stripe
   * does not take one key for two amounts.
   */
  async function refund(order: { paymentId: string; paymentRef: string; amountCents: number }) {
    const { paymentId, paymentRef, amountCents } = order;
    try {
      return await createRefund(order, `refund-${paymentId}`);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const { cents, ref } = await readRefunded(paymentRef);
      if (ref === null) throw error;
      if (cents >= amountCents) return ref;
      return createRefund({ ...order, amountCents: amountCents - cents }, `refund-${paymentId}-${cents}`);
    }
  }

  async function createRefund(
    { paymentId, paymentRef, amountCents }: { paymentId: string; paymentRef: string; amountCents: number },
    idempotencyKey: string,
  ): Promise<string> {
    const made = await stripe.refunds.create(
      { payment_intent: paymentRef, amount: amountCents, metadata: { payment: paymentId } },
      { idempotencyKey },
    );
    if (made.status === 'failed' || made.status === 'canceled') throw new Error(`refund ${made.status}`);
    return made.id;
  }

  /** What was refunded of a payment, and the newest of its refunds. */
  async function readRefunded(paymentRef: string): Promise<{ cents: number; ref: string | null }> {
    const { data } = await stripe.refunds.list({ payment_intent: paymentRef, limit: 100 });
    const good = data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    return { cents: good.reduce((sum, { amount }) => sum + amount, 0), ref: good[0]?.id ?? null };
  }

  async function readMoneyBack(paymentRef: string, amountCents: number): Promise<MoneyBack> {
    const [refunded, disputes] = await orUnknown(() =>
      Promise.all([
        readRefunded(paymentRef),
        stripe.disputes.list({ payment_intent: paymentRef, limit: 100 }),
      ]),
    );
    const refund = refunded.cents >= amountCents ? refunded.ref : null;
    const lost = disputes.data.find(isLost);
    return {
      ref: refund ?? lost?.id ?? null,
      byDispute: refund === null && lost !== undefined,
      disputed: disputes.data.some(({ status }) => !decided.has(status)),
      twice: refund !== null && lost !== undefined,
    };
  }

  function readWebhook(rawBody: string, signature: string | undefined): ProviderEvent {
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, tolerance);
    } catch {
      throw new BadSignature();
    }
    return toldByStripe(event);
  }

  return {
    name: 'stripe',
    openCheckout,
    readCheckout,
    closeCheckout,
    readSubscription,
    changeSubscription,
    refund,
    readMoneyBack,
    readWebhook,
  };
}

function sessionOf(order: CheckoutOrder, appUrl: string): Stripe.Checkout.SessionCreateParams {
  const { paymentId, title, amountCents, monthly, email } = order;
  const currency = order.currency.toLowerCase();
  const back = `${appUrl}/payments/${paymentId}`;
  const takesOxxo =
    order.offersVoucher &&
    order.currency === oxxo.currency &&
    amountCents >= oxxo.least &&
    amountCents <= oxxo.most;
  const price = { currency, product_data: { name: title } };
  const common = {
    client_reference_id: paymentId,
    customer_email: email,
    success_url: back,
    cancel_url: back,
    metadata: { payment: paymentId },
  };
  if (monthly) {
    return {
      ...common,
      mode: 'subscription',
      allowed_payment_method_types: ['card'],
      line_items: [
        {
          quantity: 1,
          price_data: { ...price, unit_amount: monthly.cents, recurring: { interval: 'month' } },
        },
      ],
      subscription_data: { metadata: { payment: paymentId } },
    };
  }
  return {
    ...common,
    mode: 'payment',
    allowed_payment_method_types: takesOxxo ? ['card', 'oxxo'] : ['card'],
    ...(takesOxxo && { payment_method_options: { oxxo: { expires_after_days: voucherDays } } }),
    line_items: [{ quantity: 1, price_data: { ...price, unit_amount: amountCents } }],
    payment_intent_data: { metadata: { payment: paymentId } },
  };
}

/** The states in which a bank no longer waits for an answer. */
const decided = new Set(['won', 'lost', 'prevented', 'warning_closed', 'charge_refunded']);

/**
 * Whether a dispute is over and its money is with the payer. Its amount is left out: it may differ from the payment's
 * by the rate of exchange, and what is sold here is bought whole.
 */
function isLost({ status, balance_transactions }: Stripe.Dispute): boolean {
  const moved = balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  return decided.has(status) && moved < 0;
}

type State = CheckoutState extends infer S ? (S extends unknown ? Omit<S, 'paymentId'> : never) : never;

function stateOf(session: Stripe.Checkout.Session): State {
  if (session.status === 'open') return { state: 'open' };
  if (session.status === 'expired') return { state: 'failed' };
  const intent = expanded(session.payment_intent);
  if (session.payment_status !== 'unpaid') return paidState(session, intent);
  const voucher = intent?.next_action?.oxxo_display_details;
  if (intent?.status === 'requires_action' && voucher?.expires_after) {
    const until = fromSeconds(voucher.expires_after);
    return { state: 'waiting', method: 'oxxo', until, url: voucher.hosted_voucher_url };
  }
  const isFinal = intent?.status === 'canceled' || intent?.status === 'requires_payment_method';
  return isFinal ? { state: 'failed' } : { state: 'open' };
}

function paidState(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): State {
  const invoice = expanded(session.invoice);
  const month = invoice && invoiceOf(invoice)[0];
  return {
    state: 'paid',
    method: methodOf(intent),
    paymentRef: intent?.id ?? month?.paymentRef ?? null,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    subscription:
      session.subscription && month
        ? { ref: idOf(session.subscription), invoiceRef: month.ref, paidUntil: month.paidUntil }
        : null,
  };
}

function methodOf(intent: Stripe.PaymentIntent | null): Method {
  return expanded(intent?.payment_method ?? null)?.type === 'oxxo' ? 'oxxo' : 'card';
}

/** Null while Stripe has not tried to charge it. */
function invoiceOf(invoice: Stripe.Invoice): Invoice[] {
  const isPaid = invoice.status === 'paid';
  const hasFailed = !isPaid && invoice.attempt_count > 0 && invoice.status !== 'void';
  const line = invoice.lines.data.at(-1);
  if (!invoice.id || !line || !(isPaid || hasFailed)) return [];
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid') ?? invoice.payments?.data[0];
  const intent = paid?.payment.payment_intent;
  return [
    {
      ref: invoice.id,
      paymentRef: intent ? idOf(intent) : null,
      state: isPaid ? 'paid' : 'failed',
      amountCents: isPaid ? invoice.amount_paid : invoice.amount_due,
      currency: invoice.currency.toUpperCase(),
      paidUntil: fromSeconds(line.period.end),
      isFirst: invoice.billing_reason === 'subscription_create',
    },
  ];
}

function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

function idOf(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id;
}

function expanded<T extends { id?: string }>(object: string | T | null | undefined): T | null {
  return typeof object === 'object' ? object : null;
}

async function orUnknown<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isStripeError(error, 'resource_missing')) throw new UnknownToProvider();
    throw error;
  }
}

/** It was paid, cancelled or expired just before; the next read finds its state. */
async function ignoringTooLate(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const tooLate = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!tooLate) throw error;
  }
}

function isStripeError(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}
