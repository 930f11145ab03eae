import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { type OverseenPayment, recordPayment as operation, paymentRefusals } from '../contract.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from '../payment-providers.ts';
import { may } from '../permissions.ts';
import { readSeatPrice } from '../prices/read-seat-price.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { readPayment } from '../reads.ts';
import { isPastYear, teacherShareOf } from '../rules.ts';

type Given = NonNullable<ReceivedOf<typeof operation>['body']>;

/**
 * An administrator records a payment made by hand: cash or a transfer. It is completed from the start, and what it
 * pays for is given in the same transaction; when that cannot be given, nothing is recorded. Idempotent under its key.
 * @throws Refusal notAllowed, payments/not-yet-paid, payments/no-such-person, ownMatter, notFound,
 * payments/cannot-be-given, and what the fulfilment refuses
 */
export async function recordPayment(
  outer: Ctx,
  providers: PaymentProviders,
  given: Given,
  idempotencyKey: string | undefined,
): Promise<OverseenPayment> {
  refuse(may(outer.actor, 'oversee'));
  const { userId: adminId } = memberOf(outer.actor);
  const paidAt = given.paidAt ? new Date(given.paidAt) : outer.now;
  if (!isPastYear(paidAt, outer.now)) throw new Refusal(paymentRefusals.notYetPaid);
  return once(outer, { operation, key: idempotencyKey, input: given }, async (ctx) => {
    const userId = await findPayer(ctx, given);
    await refuseOwnMatter(ctx, [userId]);
    const classId = given.classId ?? null;
    await fulfilmentOf(providers, given).lock(ctx, { userId, classId });
    await lockExistingPerson(ctx, userId, paymentRefusals.noSuchPerson);
    const currency = given.currency ?? (await readSeatPrice(ctx)).currency;
    const payment = await insertCompleted(ctx, { given: { ...given, currency }, paidAt, userId, adminId });
    if (!(await fulfilmentOf(providers, given).completed(ctx, payment))) {
      throw new Refusal(paymentRefusals.cannotBeGiven);
    }
    const { kind, tier, months, amountCents, method } = given;
    const { title } = payment;
    await recordAct(ctx, {
      act: 'payments.record-payment',
      personId: userId,
      subject: payment.id,
      detail: { kind, tier, ...(tier && { months }), title, amountCents, currency, method },
    });
    await publishPaymentsChanged(ctx, payment);
    return readPayment(ctx, payment.id);
  });
}

async function findPayer({ db }: Ctx, { personId, email }: Given): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .$if(personId !== undefined, (query) => query.where('id', '=', personId ?? ''))
    .$if(personId === undefined, (query) => query.where('email', '=', (email ?? '').toLowerCase()))
    .executeTakeFirst();
  if (!person) throw new Refusal(paymentRefusals.noSuchPerson);
  return person.id;
}

async function insertCompleted(
  ctx: Ctx,
  {
    given,
    paidAt,
    userId,
    adminId,
  }: { given: Given & { currency: string }; paidAt: Date; userId: string; adminId: string },
): Promise<Payment> {
  const { kind, tier, months, classId, amountCents, currency, method, note } = given;
  const seat = classId ? await findClass(ctx, classId) : null;
  const teacherShareCents = seat ? teacherShareOf(amountCents) : 0;
  return ctx.db
    .insertInto('payments')
    .values({
      userId,
      kind,
      tier,
      classId,
      title: seat?.title ?? null,
      amountCents,
      currency,
      method,
      provider: 'manual',
      status: 'completed',
      paidUntil: kind === 'membership' ? monthsAfter(paidAt, months) : null,
      teacherId: seat?.createdBy ?? null,
      teacherShareCents,
      platformShareCents: amountCents - teacherShareCents,
      recordedBy: adminId,
      note,
      createdAt: ctx.now,
      completedAt: paidAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function findClass({ db }: Ctx, classId: string): Promise<{ title: string; createdBy: string }> {
  const seat = await db
    .selectFrom('classes')
    .select(['title', 'createdBy'])
    .where('id', '=', classId)
    .executeTakeFirst();
  if (!seat) throw new Refusal(commonRefusals.notFound);
  return seat;
}
