import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';

type LeftOut = { count: number; usernames: string[] };

const shownAtMost = 10;

/**
 * Kids whose confirmed row is on the live board, while a draft has neither a user name nor the address of theirs. Where
 * a kid changed the user name, the draft has their row under a new one, and shows their name.
 */
export async function findKidsLeftOut(
  { db }: Pick<Ctx, 'db'>,
  { draft, live }: { draft: string; live: string | null },
): Promise<LeftOut> {
  const { rows } = await sql<LeftOut>`
    with left_out as (
      select claim.username from confirmed_cup_claims claim
      join profiles on profiles.user_id = claim.user_id and profiles.age_group = 'kid'
      join users on users.id = claim.user_id
      where exists (
        select from duolingo_rankings line where line.board_id = ${live} and lower(line.username) = claim.username)
      and not exists (
        select from duolingo_rankings line where line.board_id = ${draft} and lower(line.email) = users.email)
      and not exists (
        select from confirmed_cup_claims own join duolingo_rankings line
          on line.board_id = ${draft} and lower(line.username) = own.username
        where own.user_id = claim.user_id)
    )
    select (select count(*) from left_out) as count,
      array(select username from left_out order by username limit ${shownAtMost}) as usernames`.execute(db);
  return onlyRow(rows);
}
