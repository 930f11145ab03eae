import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import type { Earnings, EarningsMonth, EarningsQuery } from '../contract.ts';
import { may } from '../permissions.ts';
import { readSeatPrice } from '../prices/read-seat-price.ts';
import { earnedIn } from '../rules.ts';

/** The columns of a month of `teacher_movements`. */
export const monthSums = sql`
  (count(*) filter (where kind = 'seat')) as seats,
  sum(gross_cents) as gross_cents,
  coalesce(sum(owed_cents) filter (where kind = 'seat'), 0) as share_cents,
  coalesce(-sum(owed_cents) filter (where kind = 'refund'), 0) as refunded_cents,
  coalesce(-sum(owed_cents) filter (where kind = 'handed-over'), 0) as handed_over_cents,
  coalesce(sum(owed_cents) filter (where kind = 'taken-over'), 0) as taken_over_cents,
  coalesce(-sum(owed_cents) filter (where kind = 'payout'), 0) as paid_out_cents`;

/**
 * The part of what a teacher is owed that is for classes not yet given: seats of classes whose roll is open, or was
 * closed with no student present, which does not prove that the teacher came. It can still go back, as where the class
 * is cancelled or a bank takes the money.
 */
export const comingCents = sql<number>`coalesce(sum(owed_cents) filter (where kind <> 'payout' and exists (
  select from payments join classes on classes.id = payments.class_id
  where payments.id = subject and (roll_closed_at is null or not exists (
    select from class_enrollments where class_enrollments.class_id = classes.id and attended)))), 0)`;

/**
 * A teacher's statement in one currency, by itself that of the price of a seat: their share of paid seats by month in
 * their own zone, newest first. A refund is subtracted in the month it was made, and a share that went to another
 * teacher in the month of the hand-over, so that a month that was paid out does not change. A teacher who was revoked
 * reads it too.
 * @throws Refusal notAllowed unless the reader is that person or an administrator
 */
export async function readEarnings(
  ctx: Ctx,
  { teacherId = memberOf(ctx.actor).userId, from, to, currency: asked }: EarningsQuery,
): Promise<Earnings> {
  const { db, actor } = ctx;
  refuse(may(actor, 'read-earnings', teacherId));
  const currency = asked ?? (await readSeatPrice(ctx)).currency;
  const { rows } = await sql<EarningsMonth & { currency: string }>`
    select currency, to_char(at at time zone person.zone, 'YYYY-MM') as month, ${monthSums}
    from teacher_movements join users person on person.id = teacher_id
    where teacher_id = ${teacherId}
      and at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and at < coalesce(${to ?? null}::timestamptz, 'infinity')
    group by 1, 2
    order by 2 desc`.execute(db);
  const months = rows.filter((row) => row.currency === currency).map(({ currency: _the, ...month }) => month);
  return {
    months,
    totalCents: months.reduce((sum, month) => sum + earnedIn(month), 0),
    ...(await readStanding(db, teacherId, currency)),
    currency,
    otherCurrencies: [...new Set(rows.map((row) => row.currency))].filter((each) => each !== currency).sort(),
  };
}

/** What was paid out to a teacher so far, what is still owed, and what of their shares is for classes to be given. */
export async function readStanding(
  db: Ctx['db'],
  teacherId: string,
  currency: string,
): Promise<{ paidOutCents: number; owedCents: number; comingCents: number }> {
  const { rows } = await sql<{ paidOutCents: number; owedCents: number; comingCents: number }>`
    select coalesce(-sum(owed_cents) filter (where kind = 'payout'), 0) as paid_out_cents,
      coalesce(sum(owed_cents), 0) as owed_cents, ${comingCents} as coming_cents
    from teacher_movements where teacher_id = ${teacherId} and currency = ${currency}`.execute(db);
  return onlyRow(rows);
}
