import { randomUUID } from 'node:crypto';
import { monthsAfter } from '#shared/time/community-months.ts';

type Row = Record<string, unknown> & { id: string };

/** The objects of the stand-in, by id. */
export type StripeBooks = {
  sessions: Map<string, Row>;
  intents: Map<string, Row>;
  subscriptions: Map<string, Row>;
  invoices: Map<string, Row>;
  refunds: Map<string, Row>;
  disputes: Map<string, Row>;
  coupons: Map<string, Row>;
  products: Map<string, Row>;
};

/** An error of Stripe for a request. */
export class StripeRefusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code = 'resource_missing', status = 404) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

export function newBooks(): StripeBooks {
  return {
    sessions: new Map(),
    intents: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    coupons: new Map(),
    products: new Map(),
  };
}

/** Performs one request and returns the answer of Stripe. @throws StripeRefusal */
export function answerAsStripe(
  books: StripeBooks,
  method: string,
  { pathname, searchParams }: URL,
  form: URLSearchParams,
  now: Date,
): unknown {
  const [, , kind, ...rest] = pathname.split('/');
  const path = [kind, ...rest].join('/');
  const id = rest.at(kind === 'checkout' ? 1 : 0) ?? '';
  if (path === 'checkout/sessions') return openSession(books, form, now);
  if (kind === 'checkout')
    return path.endsWith('/expire') ? expire(books, id) : whole(books, find(books.sessions, id));
  if (kind === 'payment_intents') return cancelIntent(books, id);
  if (kind === 'refunds')
    return method === 'GET' ? listOf(books, 'refunds', searchParams) : refund(books, form);
  if (kind === 'disputes') return listOf(books, 'disputes', searchParams);
  if (kind === 'subscriptions') return onSubscription(books, method, id, form);
  if (kind === 'invoices') return listInvoices(books, searchParams);
  if (kind === 'coupons') {
    return add(books.coupons, 'co', {
      amount_off: Number(form.get('amount_off')),
      currency: form.get('currency'),
    });
  }
  if (kind === 'products') return product(books, form);
  throw new StripeRefusal();
}

function openSession({ sessions, coupons, ...books }: StripeBooks, form: URLSearchParams, now: Date): Row {
  const mode = form.get('mode');
  const unit = Number(form.get('line_items[0][price_data][unit_amount]'));
  const off = coupons.get(form.get('discounts[0][coupon]') ?? '')?.amount_off ?? 0;
  const currency = form.get('line_items[0][price_data][currency]');
  const intent =
    mode === 'payment'
      ? add(books.intents, 'pi', {
          status: 'requires_payment_method',
          next_action: null,
          amount: unit - Number(off),
        })
      : null;
  const methods = [...form]
    .filter(([name]) => name.startsWith('allowed_payment_method_types'))
    .map(([, type]) => type);
  const session = add(sessions, 'cs_test', {
    object: 'checkout.session',
    mode,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: form.get('client_reference_id'),
    amount_total: unit - Number(off),
    monthly: unit,
    currency,
    allowed_payment_method_types: methods,
    payment_intent: intent?.id ?? null,
    subscription: null,
    invoice: null,
    created: seconds(now),
  });
  return Object.assign(session, { url: `https://checkout.stripe.example/${session.id}` });
}

function whole({ intents, invoices }: StripeBooks, session: Row): unknown {
  return {
    ...session,
    payment_intent: session.payment_intent ? intents.get(session.payment_intent as string) : null,
    invoice: session.invoice ? invoices.get(session.invoice as string) : null,
  };
}

function expire({ sessions }: StripeBooks, id: string): Row {
  const session = find(sessions, id);
  if (session.status !== 'open') throw new StripeRefusal('session_not_open', 400);
  return Object.assign(session, { status: 'expired', url: null });
}

function cancelIntent({ intents }: StripeBooks, id: string): Row {
  const intent = find(intents, id);
  if (intent.status === 'succeeded') throw new StripeRefusal('payment_intent_unexpected_state', 400);
  return Object.assign(intent, { status: 'canceled', next_action: null });
}

function refund({ refunds, intents, invoices }: StripeBooks, form: URLSearchParams): Row {
  const payment_intent = form.get('payment_intent') ?? '';
  const amount = Number(form.get('amount'));
  const given = [...refunds.values()]
    .filter((each) => each.payment_intent === payment_intent && each.status !== 'failed')
    .reduce((sum, each) => sum + Number(each.amount), 0);
  const intent = intents.get(payment_intent);
  const paid = Number(intent?.amount ?? findInvoice(invoices, payment_intent).amount_paid);
  if (given >= paid) throw new StripeRefusal('charge_already_refunded', 400);
  const method = intent?.payment_method as { type: string } | undefined;
  // More than is left of it, or what was paid in a shop: it says so without a code of its own.
  if (given + amount > paid || method?.type === 'oxxo') throw new StripeRefusal('', 400);
  return add(refunds, 're', { payment_intent, amount, status: 'succeeded' });
}

/** The invoice of a month, by the payment in which it was charged. */
function findInvoice(invoices: StripeBooks['invoices'], intent: string): Row {
  return find(invoices, intent.replace('pi_of_', ''));
}

/** The refunds or disputes of a payment. */
function listOf(books: StripeBooks, kind: 'refunds' | 'disputes', query: URLSearchParams) {
  const intent = query.get('payment_intent') ?? '';
  if (!books.intents.has(intent)) findInvoice(books.invoices, intent);
  const data = [...books[kind].values()].filter((row) => row.payment_intent === intent);
  return { object: 'list', data, has_more: false };
}

function onSubscription(
  { subscriptions }: StripeBooks,
  method: string,
  id: string,
  form: URLSearchParams,
): Row {
  const subscription = find(subscriptions, id);
  if (method === 'GET') return subscription;
  if (subscription.status === 'canceled') throw new StripeRefusal('subscription_canceled', 400);
  if (method === 'DELETE') return Object.assign(subscription, { status: 'canceled' });
  const later = form.get('cancel_at_period_end');
  if (later !== null) subscription.cancel_at_period_end = later === 'true';
  const cents = form.get('items[0][price_data][unit_amount]');
  if (cents !== null) subscription.monthly = Number(cents);
  return subscription;
}

function listInvoices({ invoices }: StripeBooks, query: URLSearchParams) {
  const data = [...invoices.values()].filter((invoice) => invoice.subscription === query.get('subscription'));
  return { object: 'list', data: data.toReversed(), has_more: false };
}

function product({ products }: StripeBooks, form: URLSearchParams): Row {
  const id = form.get('id') ?? '';
  if (products.has(id)) throw new StripeRefusal('resource_already_exists', 400);
  const row = { id, name: form.get('name') };
  products.set(id, row);
  return row;
}

/** The customer pays by card on Stripe's page; with `oxxo`, their voucher has been paid. */
export function payAtStripe(
  books: StripeBooks,
  id: string,
  now: Date,
  method: 'card' | 'oxxo' = 'card',
): Row {
  const session = find(books.sessions, id);
  if (session.status !== 'open' && method === 'card') throw new Error('the checkout is over');
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  const intent = books.intents.get(session.payment_intent as string);
  if (intent)
    Object.assign(intent, {
      status: 'succeeded',
      next_action: null,
      payment_method: { id: 'pm_1', type: method },
    });
  if (session.mode === 'subscription') {
    const subscription = add(books.subscriptions, 'sub', {
      object: 'subscription',
      status: 'active',
      cancel_at_period_end: false,
      monthly: session.monthly,
      currency: session.currency,
      paid_until: monthsAfter(now),
      items: { data: [{ id: 'si_1' }] },
    });
    const invoice = bill(books, subscription, {
      amount: session.amount_total as number,
      until: monthsAfter(now),
      isFirst: true,
    });
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  }
  return session;
}

/** The customer takes a voucher on Stripe's page. */
export function takeVoucher({ sessions, intents }: StripeBooks, id: string, until: Date): Row {
  const session = find(sessions, id);
  Object.assign(session, { status: 'complete', url: null });
  Object.assign(find(intents, session.payment_intent as string), {
    status: 'requires_action',
    next_action: {
      type: 'oxxo_display_details',
      oxxo_display_details: {
        expires_after: seconds(until),
        hosted_voucher_url: `https://payments.stripe.example/oxxo/${id}`,
      },
    },
    payment_method: { id: 'pm_1', type: 'oxxo' },
  });
  return session;
}

/**
 * The payer's bank asks for a payment back, or has decided: Stripe takes the money at once, but for an inquiry, and
 * gives it back when the dispute is won. Another `status` moves the dispute there is.
 */
export function disputeAtStripe({ disputes }: StripeBooks, intent: string, status: string): Row {
  const amount = 300;
  const open = [...disputes.values()].find(({ payment_intent }) => payment_intent === intent);
  const dispute = open ?? add(disputes, 'du', { object: 'dispute', payment_intent: intent, amount });
  const taken = status.startsWith('warning_') ? [] : [{ amount: -amount }];
  const moved = status === 'won' ? [...taken, { amount }] : taken;
  return Object.assign(dispute, { status, balance_transactions: moved });
}

/**
 * The bank of who paid does not take the refund of a payment, as of a card that was closed: it fails after it was made.
 */
export function failAtStripe({ refunds }: StripeBooks, intent: string): Row {
  const made = [...refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
  for (const refund of made) refund.status = 'failed';
  return made.at(-1) ?? { id: '' };
}

/** The refund of a payment is made once more, in Stripe's dashboard, or holds after all. */
export function refundAgainAtStripe({ refunds }: StripeBooks, intent: string): Row {
  const amount = [...refunds.values()].find(({ payment_intent }) => payment_intent === intent)?.amount;
  return add(refunds, 're', { payment_intent: intent, amount, status: 'succeeded' });
}

/** The month ends: Stripe charges the next one, or fails to. */
export function chargeNextMonth(books: StripeBooks, id: string, { declined = false } = {}): Row {
  const subscription = find(books.subscriptions, id);
  const until = monthsAfter(subscription.paid_until as Date);
  if (!declined) subscription.paid_until = until;
  return bill(books, subscription, { amount: subscription.monthly as number, until, declined });
}

function bill(
  { invoices }: StripeBooks,
  subscription: Row,
  {
    amount,
    until,
    isFirst = false,
    declined = false,
  }: { amount: number; until: Date; isFirst?: boolean; declined?: boolean },
): Row {
  const open = [...invoices.values()].find(
    (row) => row.subscription === subscription.id && row.status === 'open',
  );
  const invoice = open ?? add(invoices, 'in', { subscription: subscription.id });
  return Object.assign(invoice, {
    object: 'invoice',
    status: declined ? 'open' : 'paid',
    attempt_count: 1,
    amount_paid: declined ? 0 : amount,
    amount_due: amount,
    currency: subscription.currency,
    billing_reason: isFirst ? 'subscription_create' : 'subscription_cycle',
    lines: { data: [{ period: { end: seconds(until) } }] },
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    payments: {
      data: [
        {
          status: declined ? 'open' : 'paid',
          payment: { type: 'payment_intent', payment_intent: `pi_of_${invoice.id}` },
        },
      ],
    },
  });
}

function find(rows: Map<string, Row>, id: string): Row {
  const row = rows.get(id);
  if (!row) throw new StripeRefusal();
  return row;
}

function add(rows: Map<string, Row>, prefix: string, facts: Record<string, unknown>): Row {
  const row: Row = { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, ...facts };
  rows.set(row.id, row);
  return row;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
