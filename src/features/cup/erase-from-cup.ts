import { sql } from 'kysely';
import { forgetActWords } from '#features/audit/forget-act-words.ts';
import { forgetReportsOf } from '#features/reports/forget-reports-of.ts';
import type { Ctx } from '#server/ctx.ts';
import { goneName, type Leaver } from '#server/own-data/own-data.ts';

/**
 * Takes who the person was out of their rows on every board, and deletes their claims. Places and figures stay, and
 * prizes paid. A row is theirs by their confirmed claim, or by an address that they proved where no other person's
 * claim to the user name is confirmed. Rows of that user name on other boards are too, unless they have another
 * address.
 */
export async function eraseFromCup(ctx: Ctx, { userId, provedEmail }: Leaver): Promise<void> {
  const { db } = ctx;
  const { rows } = await sql<{ id: string; username: string }>`
    with own as (
      select lower(username) as username, true as claimed from cup_claims
        where user_id = ${userId} and status = 'confirmed'
      union
      select lower(line.username), false
        from cup_boards board join duolingo_rankings line on line.board_id = board.id
        where lower(line.email) = ${provedEmail} and not exists (
          select from cup_claims claim where claim.status = 'confirmed' and lower(claim.username) = lower(line.username))
    )
    select line.id, own.username
      from own cross join cup_boards board
      join duolingo_rankings line on line.board_id = board.id and lower(line.username) = own.username
      where own.claimed or line.email is null or lower(line.email) = ${provedEmail}`.execute(db);
  const lines = rows.map(({ id }) => id);
  const usernames = [...new Set(rows.map(({ username }) => username))];
  await forgetReportsOf(ctx, 'cup-name', lines);
  await forgetActWords(ctx, userId, lines);
  await sql`update duolingo_rankings
    set full_name = ${goneName}, username = 'gone-' || id, email = null, classroom = null, extras = '{}'
    where id = any(${lines}::uuid[])`.execute(db);
  // What administrators said of a user name, unless a row of another person has it.
  const unused = sql`username = any(${usernames}::text[]) and not exists (
    select from cup_boards board join duolingo_rankings line on line.board_id = board.id and lower(line.username) = said.username)`;
  await sql`delete from cup_releases said where ${unused}`.execute(db);
  await sql`delete from cup_hidden_names said where ${unused}`.execute(db);
  await sql`delete from cup_practice where user_id = ${userId}`.execute(db);
  await sql`delete from cup_claims where user_id = ${userId}`.execute(db);
  await sql`delete from cup_aliases where user_id = ${userId}`.execute(db);
}
