import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf, type Tier } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type Kind, paymentRefusals, type StartedCheckout } from '../contract.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from '../payment-providers.ts';
import { settleWork } from '../payment-work.ts';
import { productNames } from '../product-names.ts';
import type { CheckoutOrder, PaymentProvider } from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { mostOpenSeats, teacherShareOf } from '../rules.ts';
import { giveUpPlanCheckouts } from './give-up-checkouts.ts';
import { closeAndSettle } from './settle-checkout.ts';
import { firstLookAt } from './settle-payments.ts';

/** What a student is about to pay for. The server sets the prices. */
export type CheckoutRequest = {
  kind: Kind;
  tier?: Tier;
  classId?: string;
  /** The title of the class. */
  title?: string;
  amountCents: number;
  /** For a membership: what each month after the first costs. */
  monthlyCents?: number;
  currency: string;
  /** The teacher who earns the share. */
  teacherId?: string;
  expiresAt: Date;
  offersVoucher?: boolean;
  /** Holds what is bought, in the transaction that writes the payment; may refuse. */
  hold?: (ctx: Ctx, payment: { id: string; expiresAt: Date }) => Promise<void>;
};

/**
 * Begins a payment and answers where to pay it. The pending payment is committed before the provider is asked, and
 * the provider opens the checkout under an idempotency key made of the payment's id. A retry after any failure finds
 * the same payment and the same checkout, and so does a student who asks for the same thing again.
 * Do not call it in a transaction: none may be open while the provider is asked.
 * @throws Refusal signInFirst, payments/closed, payments/away, payments/too-many-open, and what `hold` refuses
 */
export async function startCheckout(
  ctx: Ctx,
  providers: PaymentProviders,
  wanted: CheckoutRequest,
): Promise<StartedCheckout> {
  const provider = providers.current;
  if (!provider) throw new Refusal(paymentRefusals.closed);
  for (let attempt = 0; attempt < 3; attempt++) {
    const { payment, isFresh } = await findOrBegin(ctx, providers, provider, wanted);
    if (isFresh) return { paymentId: payment.id, url: await urlOf(ctx, provider, payment) };
    // It has expired or has another price or provider. It must end before a new one can begin.
    await closeAndSettle(ctx, providers, payment).catch((error) => refuseAsUnavailable(ctx, error));
  }
  throw new Refusal(paymentRefusals.away);
}

async function findOrBegin(
  outer: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  wanted: CheckoutRequest,
): Promise<{ payment: Payment; isFresh: boolean }> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    // Lock before the insert: its foreign key takes a share lock on the class, and two of those deadlock.
    await fulfilmentOf(providers, wanted).lock(ctx, { userId, classId: wanted.classId ?? null });
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const begun = await findPending(ctx, userId, wanted);
    if (begun) {
      return { payment: begun, isFresh: isStillWanted(begun, provider, wanted, ctx.now) };
    }
    // A student pays for one tier.
    if (wanted.kind === 'membership') await giveUpPlanCheckouts(ctx, userId);
    else await refuseTooManyOpen(ctx, userId);
    const payment = await insertPayment(ctx, provider, userId, wanted);
    await putDue(ctx, settleWork, payment.id, firstLookAt(payment));
    await wanted.hold?.(ctx, { id: payment.id, expiresAt: wanted.expiresAt });
    await publishPaymentsChanged(ctx, payment);
    return { payment, isFresh: true };
  });
}

/**
 * A quoted price stays while the checkout is open, unless the price itself was changed. A checkout is given up when
 * what was subtracted from its price changes (`giveUpPlanCheckouts`).
 */
function isStillWanted(
  begun: Payment,
  provider: PaymentProvider,
  wanted: CheckoutRequest,
  now: Date,
): boolean {
  const [was, is] =
    wanted.kind === 'single'
      ? [begun.amountCents, wanted.amountCents]
      : [begun.monthlyCents, wanted.monthlyCents];
  const isOpen = begun.expiresAt !== null && begun.expiresAt > now;
  return isOpen && begun.provider === provider.name && was === is && begun.currency === wanted.currency;
}

function findPending({ db }: Ctx, userId: string, { kind, tier, classId }: CheckoutRequest) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('tier', 'is not distinct from', tier ?? null)
    .where('classId', 'is not distinct from', classId ?? null)
    .executeTakeFirst();
}

/** Counts under the lock of the person, so that checkouts that begin at once follow one another. */
async function refuseTooManyOpen({ db, now }: Ctx, userId: string): Promise<void> {
  const { open } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('userId', '=', userId)
    .where('kind', '=', 'single')
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  if (open >= mostOpenSeats) throw new Refusal(paymentRefusals.tooManyOpen, { most: mostOpenSeats });
}

async function insertPayment(
  { db, now }: Ctx,
  provider: PaymentProvider,
  userId: string,
  { kind, tier, classId, title, amountCents, monthlyCents, currency, teacherId, ...wanted }: CheckoutRequest,
): Promise<Payment> {
  const teacherShareCents = teacherId ? teacherShareOf(amountCents) : 0;
  return db
    .insertInto('payments')
    .values({
      userId,
      kind,
      tier,
      classId,
      title,
      amountCents,
      monthlyCents,
      currency,
      method: 'card',
      provider: provider.name,
      offersVoucher: wanted.offersVoucher ?? false,
      expiresAt: wanted.expiresAt,
      teacherId,
      teacherShareCents,
      platformShareCents: amountCents - teacherShareCents,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function urlOf(ctx: Ctx, provider: PaymentProvider, payment: Payment): Promise<string> {
  // A voucher was issued: there is nothing left to choose. The page of the payment leads to it.
  if (payment.method !== 'card') return `/payments/${payment.id}`;
  if (payment.checkoutUrl) return payment.checkoutUrl;
  const order = await orderOf(ctx, payment);
  const { ref, url } = await provider.openCheckout(order).catch((error) => refuseAsUnavailable(ctx, error));
  const stored = await ctx.db
    .updateTable('payments')
    .set({ checkoutRef: ref, checkoutUrl: url })
    .where('id', '=', payment.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  // The student gave it up while the provider was answering, and has not seen that checkout.
  if (!stored) throw new Refusal(paymentRefusals.away);
  return url;
}

/** Built from the row alone, so that a retry sends the same order under the same key. */
async function orderOf({ db }: Ctx, payment: Payment): Promise<CheckoutOrder> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payment.userId)
    .executeTakeFirstOrThrow();
  const { id, tier, title, amountCents, monthlyCents, currency, offersVoucher } = payment;
  return {
    paymentId: id,
    title: tier ? productNames[tier] : (title ?? 'Sumi'),
    amountCents,
    currency,
    monthly: tier ? { tier, cents: monthlyCents ?? amountCents } : null,
    offersVoucher,
    email,
  };
}

function refuseAsUnavailable({ log }: Ctx, error: unknown): never {
  if (error instanceof Refusal) throw error;
  log.warn({ err: error }, 'the payment provider could not be asked');
  throw new Refusal(paymentRefusals.away);
}
