import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { hasClaim } from './has-claim.ts';
import { claimedWhilePublished, isActivity } from './note-cup-practice.ts';

/**
 * Whether a row of the live board can still make a person's `today` a day of practice, as far as the server knows which
 * row is theirs: they claimed it today and the claim waits, or it has their verified e-mail and they can claim it now.
 * The row has activity, and neither it nor the person counted for the month. Rows of a confirmed claim count when their
 * board goes live, so there is nothing left for their owner to do.
 */
export async function canCupCount(
  { db }: Pick<Ctx, 'db'>,
  { userId, today }: { userId: string; today: string },
): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select exists (
      select from cup_claims claim
      join cup_boards board on board.status = 'live'
      join duolingo_rankings line on line.board_id = board.id and lower(line.username) = lower(claim.username)
      cross join cup_settings
      where claim.user_id = ${userId} and claim.status = 'pending'
        and own_day(claim.user_id, ${claimedWhilePublished}) = ${today} and ${isLeft(userId)}
    ) or exists (
      select from users
      join cup_boards board on board.status = 'live'
      join duolingo_rankings line on line.board_id = board.id and lower(line.email) = users.email
      cross join cup_settings
      where users.id = ${userId} and users.email_verified and not ${hasClaim(userId, sql`board.id`)} and ${isLeft(userId)}
    ) as can`.execute(db);
  return onlyRow(rows).can;
}

/** Whether a row has activity that counted for no person yet, no owner, and its month not counted for this person. */
function isLeft(userId: string) {
  return sql<boolean>`${isActivity}
    and not exists (
      select from confirmed_cup_claims owned where owned.username = lower(line.username))
    and not exists (
      select from cup_practice where cup_practice.season = board.season
        and (cup_practice.user_id = ${userId} or cup_practice.username = lower(line.username)))`;
}
