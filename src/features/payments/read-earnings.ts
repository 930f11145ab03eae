import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Earnings, EarningsMonth, EarningsQuery } from './contract.ts';
import { may } from './permissions.ts';

/**
 * A teacher's statement: their share of the seats that were paid for, by month of their own zone, the newest first.
 * A refund is subtracted in the month it was made, so that months that were paid out stay as they were.
 * @throws Refusal notAllowed for anybody but that teacher, verified, and administrators
 */
export async function readEarnings(
  { db, actor }: Ctx,
  { teacherId = memberOf(actor).userId, from, to, currency }: EarningsQuery,
): Promise<Earnings> {
  const refusal = may(actor, 'earnings', teacherId);
  if (refusal) throw new Refusal(refusal);
  const { rows } = await sql<EarningsMonth & { currency: string }>`
    with movements as (
      select completed_at as at, currency, 1 as seats, amount_cents as gross, teacher_share_cents as share, 0 as refunded
        from payments where teacher_id = ${teacherId} and completed_at is not null
      union all
      select refunded_at, currency, 0, 0, 0, teacher_share_cents
        from payments where teacher_id = ${teacherId} and refunded_at is not null
    )
    select
      currency,
      to_char(at at time zone zone.name, 'YYYY-MM') as month,
      sum(seats) as seats,
      sum(gross) as gross_cents,
      sum(share) as share_cents,
      sum(refunded) as refunded_cents
    from movements
    cross join (select zone as name from users where id = ${teacherId}) as zone
    where at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and at < coalesce(${to ?? null}::timestamptz, 'infinity')
    group by 1, 2
    order by 2 desc`.execute(db);
  const months = rows.filter((row) => row.currency === currency).map(({ currency: _the, ...month }) => month);
  return {
    months,
    totalCents: months.reduce((sum, month) => sum + month.shareCents - month.refundedCents, 0),
    currency,
    otherCurrencies: [...new Set(rows.map((row) => row.currency))].filter((each) => each !== currency).sort(),
  };
}
