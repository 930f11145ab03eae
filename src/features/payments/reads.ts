import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ownMatters } from '#features/accounts/roles/own-matter.ts';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import type { DB } from '#server/db/schema.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import type * as contract from './contract.ts';
import type { OverseenPayment, OwnPayment, PaymentFilters, Totals } from './contract.ts';
import type { Payment } from './payment-providers.ts';
import { may } from './permissions.ts';
import { isOwedBackInSql, isRefunding, isRefundStuck } from './refunds/waiting-refunds.ts';
import { giveBackRefusal, isOwedBack, paidOf, paidTimeOf, refundRefusal } from './rules.ts';

const ownPageSize = 20;

const newestFirst = keyset('desc', { 'payments.datedAt': 'instant', 'payments.id': 'uuid' });

/** The reader's payments, newest first, without checkouts in which they never paid. */
export async function listOwnPayments(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<AnswerOf<typeof contract.listOwnPayments>> {
  const { userId } = memberOf(ctx.actor);
  const rows = await ctx.db
    .selectFrom('payments')
    .selectAll()
    .select(newestFirst.key)
    .where('userId', '=', userId)
    .where((where) => where.or([where('status', '<>', 'failed'), where('invoiceRef', 'is not', null)]))
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(ownPageSize + 1)
    .execute();
  return pageOf(rows, ownPageSize, toOwn);
}

/** One of the reader's payments. @throws Refusal notFound for another person's */
export async function readOwnPayment(ctx: Ctx, id: string): Promise<OwnPayment> {
  return toOwn(await findOwnPayment(ctx, id));
}

/** The row of one of the reader's payments. @throws Refusal notFound */
export async function findOwnPayment({ db, actor }: Ctx, id: string): Promise<Payment> {
  const { userId } = memberOf(actor);
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return row;
}

/** A page of all payments, newest first. */
export async function listPayments(
  ctx: Ctx,
  { cursor, limit, ...filters }: PaymentFilters & { cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof contract.listPayments>> {
  refuse(may(ctx.actor, 'oversee'));
  const rows = await selectOverseenAfter(ctx, filters, cursor)
    .limit(limit + 1)
    .execute();
  const isOwnMatter = await ownMatters(ctx);
  return pageOf(rows, limit, (row) => toOverseen(row, isOwnMatter([row.userId])));
}

/** One payment as administrators see it; for use cases that have just written it. */
export async function readPayment(ctx: Ctx, id: string): Promise<OverseenPayment> {
  const row = await selectOverseen(ctx).where('payments.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  const isOwnMatter = await ownMatters(ctx);
  return toOverseen(row, isOwnMatter([row.userId]));
}

/**
 * Sums of the filtered payments by currency, of what was really paid. What went back within a period is summed beside
 * them, of earlier payments too: it is what left the account in that period. A payment whose refund is not made yet
 * counts as completed, and one whose money an administrator has to give back as neither that nor refunded until they
 * did; test payments stop counting once the community takes payments by Stripe.
 */
export async function readTotals(ctx: Ctx, filters: PaymentFilters): Promise<{ items: Totals[] }> {
  refuse(may(ctx.actor, 'oversee'));
  const { zone } = memberOf(ctx.actor);
  const { from, to, ...always } = filters;
  const period = { from, to };
  const isDated = within(timeOf(filters), period);
  const hasReturned = sql<boolean>`${isReturned} and ${within(returnedAt, period)}`;
  const sum = (which: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(payments.received_cents) filter (where ${which}), 0)`;
  const sumOfDated = (which: RawBuilder<boolean>) => sum(sql`${isDated} and ${which}`);
  const items = await ctx.db
    .selectFrom(sql<Payment>`counted_payments`.as('payments'))
    .innerJoin('users as person', 'person.id', 'payments.userId')
    .select([
      currencyReceived.as('currency'),
      sql<number>`count(*) filter (where ${isDated})`.as('count'),
      sumOfDated(sql`payments.status = 'completed'`).as('completedCents'),
      sumOfDated(sql`payments.status = 'pending'`).as('pendingCents'),
      sumOfDated(isReturned).as('refundedCents'),
      sum(hasReturned).as('refundedInPeriodCents'),
      sumOfDated(isOwedBackInSql).as('owedBackCents'),
      sumOfDated(
        sql`payments.status = 'completed' and payments.completed_at >= date_trunc('month', ${ctx.now}::timestamptz, ${zone})`,
      ).as('monthCents'),
    ])
    .where(passing(always))
    .where(sql<boolean>`(${isDated} or (${hasReturned}))`)
    .groupBy(currencyReceived)
    .orderBy(currencyReceived)
    .execute();
  return { items };
}

/** The rows of the list and of the export, newest first. */
export function selectOverseenAfter(ctx: Ctx, filters: PaymentFilters, cursor: string | undefined) {
  return selectOverseen(ctx)
    .select(newestFirst.key)
    .where(passing(filters))
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order);
}

function selectOverseen({ db }: Ctx) {
  return db
    .selectFrom('payments')
    .innerJoin('users as person', 'person.id', 'payments.userId')
    .leftJoin('users as teacher', 'teacher.id', 'payments.teacherId')
    .selectAll('payments')
    .select(['person.name as personName', 'person.email as personEmail', 'teacher.name as teacherName'])
    .select(isRefundStuck.as('isRefundStuck'));
}

type Tables = DB & { person: DB['users'] };

const currencyReceived = sql<string>`payments.received_currency`;

/** Not a parameter, so that every plan, a generic one too, may use the partial indexes. */
const hasStatus = (status: Payment['status']) => sql<boolean>`payments.status = ${sql.lit(status)}`;

/** How the ids of payments begin at the providers. */
const idOfProvider = /^(pi|test_pay)_/;

/** A payment by its id, Sumi's or the provider's, as the lists and the CSV have it; else those of a person. */
function isFound(where: ExpressionBuilder<Tables, 'payments' | 'person'>, search: string) {
  const { data: id } = uuid.safeParse(search);
  if (id) return where('payments.id', '=', id);
  if (idOfProvider.test(search)) return where('payments.paymentRef', '=', search);
  return hasWords(sql`person.search_text`, search);
}

/** The money is back with the person who paid. */
const isReturned = sql<boolean>`(payments.status = 'refunded' and not (${isOwedBackInSql}))`;

/** When it went back: by the provider, or by an administrator's hand later. */
const returnedAt = sql<Date>`coalesce(payments.given_back_at, payments.refunded_at)`;

/** The time that a period is about. */
const timeOf = ({ status }: PaymentFilters) =>
  status === 'refunded' ? returnedAt : sql<Date>`payments.dated_at`;

function within(
  time: RawBuilder<Date>,
  { from, to }: Pick<PaymentFilters, 'from' | 'to'>,
): RawBuilder<boolean> {
  const bounds = [
    ...(from ? [sql`${time} >= ${new Date(from)}`] : []),
    ...(to ? [sql`${time} < ${new Date(to)}`] : []),
  ];
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(bounds, sql` and `)})`;
}

/** One condition for the list, its totals and its export. */
function passing(filters: PaymentFilters) {
  const { status, kind, method, from, to, search } = filters;
  return (where: ExpressionBuilder<Tables, 'payments' | 'person'>) => {
    const all: Expression<SqlBool>[] = [];
    if (status === 'refunding') all.push(isRefunding);
    else if (status === 'owed-back') all.push(isOwedBackInSql);
    else if (status) all.push(hasStatus(status));
    if (kind) all.push(where('payments.kind', '=', kind));
    if (method) all.push(where('payments.method', '=', method));
    if (from || to) all.push(within(timeOf(filters), { from, to }));
    if (search) all.push(isFound(where, search));
    return where.and(all);
  };
}

export type OverseenRow = Awaited<ReturnType<ReturnType<typeof selectOverseen>['execute']>>[number];

function toOwn(row: Payment): OwnPayment {
  const isPending = row.status === 'pending';
  return {
    ...factsOf(row),
    url: isPending ? row.checkoutUrl : null,
    expiresAt: isPending ? (row.expiresAt?.toISOString() ?? null) : null,
  };
}

function toOverseen(row: OverseenRow, isOwnMatter: boolean): OverseenPayment {
  const facts = factsOf(row);
  const refusal = row.refundWantedAt
    ? null
    : (refundRefusal(facts) ?? (isOwnMatter ? commonRefusals.ownMatter : null));
  return {
    ...facts,
    person: { id: row.userId, name: row.personName, email: row.personEmail },
    teacherName: row.teacherName,
    provider: row.provider,
    teacherShareCents: row.teacherShareCents,
    refundReason: row.refundReason,
    givenBackReason: row.givenBackReason,
    givenBackTwice: row.givenBackTwiceAt !== null,
    note: row.note,
    allowed: { refund: refusal?.code ?? null, giveBack: giveBackRefusal(row)?.code ?? null },
  };
}

function factsOf(row: Payment) {
  return {
    id: row.id,
    kind: row.kind,
    tier: row.tier,
    title: row.title,
    classId: row.classId,
    amountCents: row.amountCents,
    currency: row.currency,
    paidOtherwise: row.paidCents === null ? null : paidOf(row),
    method: row.method,
    status: row.status,
    refundWanted: row.refundWantedAt !== null && row.status === 'completed',
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
    paidTime: paidTimeIn(row),
    refundedByBank: row.refundedByBank,
    owedBack: isOwedBack(row),
    givenBack: givenBackIn(row),
    isTest: row.provider === 'test',
  };
}

function paidTimeIn(row: Payment): OwnPayment['paidTime'] {
  const time = paidTimeOf(row);
  return time && { from: time.from.toISOString(), until: time.until.toISOString() };
}

function givenBackIn({ givenBackAt, givenBackMethod }: Payment): OwnPayment['givenBack'] {
  return givenBackAt && givenBackMethod ? { method: givenBackMethod, at: givenBackAt.toISOString() } : null;
}
