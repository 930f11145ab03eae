import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';

export type MonthOfCoins = { month: string; issued: number; ceiling: number };

/**
 * What goes against the promises of coins, each recounted from the ledger: what a month issued, without the bonuses of
 * new accounts, is what the ledger says,
 * no reward of practice went beyond the ceiling, and what one cause paid is what it may pay.
 */
export async function findCoinViolations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ violation: string }>`
    with movements as (
      select *, month_of_issue(created_at) as month from sumicoins_ledger
      where transaction_type in ('reward', 'event_reward', 'referral', 'signup_bonus', 'duolingo_reward')
    ), counted as (
      select * from movements where transaction_type <> 'signup_bonus'
    ), running as (
      select *, sum(amount) over (partition by month order by created_at, id) as issued from counted
    )
    select format('%s issued %s coins by the ledger, %s by the count', month, sum(amount), coins_issued_in(month)) as violation
      from counted group by month having sum(amount) <> coins_issued_in(month)
    union all
    select format('%s went beyond the ceiling: %s of %s', cause, issued, monthly_ceiling) from running, coin_settings
      where amount > 0 and transaction_type in ('reward', 'event_reward', 'referral') and issued > monthly_ceiling
    union all
    select format('%s paid %s to %s', root, sum(amount), user_id) from (
      select user_id, amount, regexp_replace(cause, '^((class|streak|referral|video|cup):[^:]+)(:.*)?$',
        case when cause ~ '^(video|cup):' then cause else '\\1' end) as root from movements) as paid
      group by user_id, root
      having sum(amount) < 0 or sum(amount) > case split_part(root, ':', 1) when 'class' then 20 when 'streak' then 50
        when 'referral' then 100 when 'video' then 1 when 'cup' then 500 else 50 end
    union all
    select format('%s has %s coins of classes on %s', user_id, coins, day) from (
      select seat.user_id, seat.practised_on as day, sum(amount) as coins
      from movements join class_enrollments as seat on seat.user_id = movements.user_id
        and seat.class_id::text = split_part(cause, ':', 2) and cause like 'class:%'
      group by seat.user_id, seat.practised_on) as of_day
      where coins > 60
    union all
    select format('prize %s of %s: %s paid', place, language, count(movements.id)) from cup_prizes
      left join movements on movements.cause = 'cup:' || to_char(season, 'YYYY-MM') || ':' || language || ':' || place
      group by cup_prizes.id, place, language, status having count(movements.id) <> (status = 'paid')::int`.execute(
    db,
  );
  return rows.map(({ violation }) => violation);
}

/** How many people were told that the ceiling of a month stopped a reward of theirs. */
export async function countCeilings(db: Db): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from moved.told where kind = 'coins.ceiling-reached'`.execute(db);
  return onlyRow(rows).told;
}

export async function readCoinMonths(db: Db): Promise<MonthOfCoins[]> {
  const { rows } = await sql<MonthOfCoins>`
    select distinct to_char(month, 'YYYY-MM') as month, coins_issued_in(month)::int as issued, monthly_ceiling as ceiling
    from coins_issued, coin_settings order by 1`.execute(db);
  return rows;
}
