import { sql } from 'kysely';
import { countPractice } from '#features/profiles/count-practice.ts';
import { ownDay } from '#features/profiles/streak/own-day.ts';
import { takeBackPractice } from '#features/profiles/take-back-practice.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Counts the activity of a row whose claim was just confirmed as practice, for the day of the claim: once for each row
 * and month, and once for each person and month. A row without experience is no activity, and one that is held for
 * review counts for nothing until an administrator releases it. In the transaction of the decision. Returns the coins of
 * the streak day.
 */
export async function countCupPractice(
  ctx: Ctx,
  { userId, username, claimedAt }: { userId: string; username: string; claimedAt: Date },
): Promise<number> {
  const day = await ownDay(ctx, userId, claimedAt);
  const { rows } = await sql`
    insert into cup_practice (season, username, user_id, day)
    select board.season, lower(line.username), ${userId}, ${day}
    from duolingo_rankings line join cup_boards board on board.id = board_id and board.status = 'live', cup_settings
    where lower(line.username) = lower(${username}) and total_exp > 0
      and (xp_per_minute is null or xp_per_minute <= most_xp_per_minute or exists (
        select from cup_releases where season = board.season and cup_releases.username = lower(line.username)))
    limit 1
    on conflict do nothing returning season`.execute(ctx.db);
  return rows.length > 0 ? countPractice(ctx, { userId, day, seconds: 0 }) : 0;
}

/** Takes the practice of a row back whose claim was revoked. */
export async function takeBackCupPractice(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const counted = await ctx.db
    .deleteFrom('cupPractice')
    .where('userId', '=', userId)
    .returning('day')
    .execute();
  for (const { day } of counted) await takeBackPractice(ctx, { userId, day, seconds: 0 });
}
