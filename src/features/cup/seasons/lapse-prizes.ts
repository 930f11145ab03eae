import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';

/** SQL for whether a claim to the row (`line`) of a prize waits for an administrator. */
export const isUndecided = sql<boolean>`exists (
  select from cup_claims claim where claim.status = 'pending' and lower(claim.username) = lower(line.username))`;

/**
 * Lapses the prizes that wait although a later month was closed since, but for those with a claim that waits for an
 * administrator: a member who claimed in time does not lose a prize because the decision was late. Tells the people
 * whose verified e-mail is that of the row. In the caller's transaction, which holds the lock of `lockCup`. Returns how
 * many lapsed.
 */
export async function lapsePrizes(ctx: Ctx): Promise<number> {
  const { rows } = await sql<Lapsed>`
    update cup_prizes prize set status = 'lapsed', settled_at = ${ctx.now}
    from duolingo_rankings line
    where line.id = prize.row_id and prize.status = 'waiting' and not ${isUndecided} and exists (
      select from cup_seasons own join cup_seasons later
        on later.season > own.season and later.closed_at >= own.closed_at
      where own.season = prize.season)
    returning to_char(prize.season, 'YYYY-MM') as season, prize.language, prize.coins,
      (select id from users where email = lower(line.email) and email_verified) as user_id`.execute(ctx.db);
  for (const { userId, ...prize } of rows) {
    if (userId === null) continue;
    await notify(ctx, {
      to: [userId],
      kind: 'cup.prize-lapsed',
      detail: prize,
      link: `/ranking?season=${prize.season}`,
    });
  }
  return rows.length;
}

type Lapsed = { season: string; language: string; coins: number; userId: string | null };
