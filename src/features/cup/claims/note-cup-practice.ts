import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { isHeldRow } from '../seasons/find-winners.ts';

/**
 * SQL for whether a row (`line`, of `board`, beside `cup_settings`) is activity that counts: it has experience and is
 * not held for review.
 */
export const isActivity = sql<boolean>`line.total_exp > 0 and not (${isHeldRow})`;

/**
 * SQL for when the activity of a claimed row counts at the earliest: on the day of the `claim`, but not before the
 * month of its `board` was published.
 */
export const claimedWhilePublished = sql<Date>`greatest(claim.created_at, (
  select min(published.live_at) from cup_boards published
  where published.season = board.season and published.status <> 'draft'))`;

type Choice = {
  /** Which boards, as a condition on `board`. */
  of: RawBuilder<boolean>;
  /** Left out: the rows of every owner. */
  username?: string;
  /** The instant whose day on the owner's own calendar it counts for, as SQL beside `claim` and `board`. */
  at: RawBuilder<Date> | Date;
};

/**
 * Notes the rows of confirmed owners whose activity counts as practice, in one statement whatever their number, and
 * answers whose they are. Constraints of the table let a row count once a month, and a person once a month, however
 * often this is called: for a new import of the month, a board that is put back, a claim that is confirmed again.
 * `count-cup-practice.ts` adds what was noted to the practice days. In the caller's transaction, which holds the lock
 * of `lockCup`, so that no claim is confirmed or revoked unseen.
 */
export async function noteCupPractice(ctx: Pick<Ctx, 'db'>, { of, username, at }: Choice): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    insert into cup_practice (season, username, user_id, day)
    select board.season, lower(line.username), claim.user_id, own_day(claim.user_id, ${at})
    from cup_boards board
    join duolingo_rankings line on line.board_id = board.id
    join confirmed_cup_claims claim on claim.username = lower(line.username)
    cross join cup_settings
    where ${of} and ${isActivity} and ${username === undefined ? sql`true` : sql`lower(line.username) = lower(${username})`}
    order by claim.user_id
    on conflict do nothing returning user_id`.execute(ctx.db);
  return rows.map(({ userId }) => userId);
}
