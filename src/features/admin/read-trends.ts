import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { firstRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { type Trends, trendWeeks, type Week } from './contract.ts';
import { may } from './permissions.ts';
import { mondaysUntil } from './rules.ts';

/**
 * The figures of the last twelve weeks, in one statement that scans each table's index range once. Weeks follow the
 * reader's zone, also across a change to or from daylight saving time.
 * @throws Refusal signInFirst, notAllowed
 */
export async function readTrends({ db, actor, now }: Ctx): Promise<Trends> {
  refuse(may(actor, 'oversee'));
  const mondays = mondaysUntil(now, memberOf(actor).zone, trendWeeks);
  const starts = sql`${mondays.map(({ from }) => from.toISOString())}::timestamptz[]`;
  const since = sql`${mondays[0]?.from}::timestamptz`;
  const { rows } = await sql<Omit<Week, 'monday'> & { nth: number; currency: string }>`
    with joined as (
      select width_bucket(created_at, ${starts}) as nth, count(*) as sign_ups
      from users where created_at >= ${since} and created_at <= ${now}
      group by 1
    ), seats as (
      select width_bucket(starts_at, ${starts}) as nth, count(attended) as seats_marked,
        count(*) filter (where attended) as seats_attended
      from classes join class_enrollments on class_id = classes.id
      where starts_at >= ${since} and starts_at <= ${now}
      group by 1
    ), coins as (
      select width_bucket(created_at, ${starts}) as nth,
        sum(amount) filter (where amount > 0 and transaction_type <> 'refund' or transaction_type = 'event_reward') as coins_issued,
        -sum(amount) filter (where transaction_type = 'purchase') as coins_spent
      from sumicoins_ledger where created_at >= ${since} and created_at <= ${now}
      group by 1
    ), paid as (
      select received_currency as currency, width_bucket(completed_at, ${starts}) as nth,
        sum(received_cents) as revenue_cents
      from counted_payments where status = 'completed' and completed_at >= ${since} and completed_at <= ${now}
      group by 1, 2
    ), most as (
      select currency from paid group by currency order by sum(revenue_cents) desc, currency limit 1
    )
    select nth, coalesce((select currency from most), default_seat_currency()) as currency,
      coalesce(sign_ups, 0) as sign_ups,
      coalesce(seats_marked, 0) as seats_marked, coalesce(seats_attended, 0) as seats_attended,
      coalesce(coins_issued, 0) as coins_issued, coalesce(coins_spent, 0) as coins_spent,
      coalesce(revenue_cents, 0) as revenue_cents
    from generate_series(1, ${trendWeeks}) as nth
      left join joined using (nth) left join seats using (nth) left join coins using (nth)
      left join (select * from paid where currency = (select currency from most)) as paid using (nth)
    order by nth`.execute(db);
  return {
    weeks: rows.map(({ nth, currency: _ofAll, ...week }) => ({
      monday: mondays[nth - 1]?.day ?? '',
      ...week,
    })),
    currency: firstRow(rows).currency,
  };
}
