import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';

/** A person or a board, by its id or by SQL for it. */
type Id = string | RawBuilder<unknown>;

/**
 * SQL for whether a person has a claim that keeps them from claiming another row of a board: one that waits, or a
 * confirmed one to a user name that the board has. They may claim a row of a board without their user names, because a
 * member can change theirs at the language app.
 */
export function hasClaim(userId: Id, boardId: Id): RawBuilder<boolean> {
  return sql`(exists (select from cup_claims waiting where waiting.user_id = ${userId} and waiting.status = 'pending')
    or ${isNamedOn(userId, boardId)})`;
}

/**
 * Whether a published board has a user name beside one that is confirmed as the person's: it is that of another
 * account, not a new name of the same one.
 */
export async function standsBesideOwn(
  { db }: Pick<Ctx, 'db'>,
  { userId, username }: { userId: string; username: string },
): Promise<boolean> {
  const { rows } = await sql<{ beside: boolean }>`
    select exists (
      select from cup_boards board
      join duolingo_rankings line on line.board_id = board.id and lower(line.username) = lower(${username})
      where board.status <> 'draft' and ${isNamedOn(userId, sql`board.id`)}) as beside`.execute(db);
  return onlyRow(rows).beside;
}

function isNamedOn(userId: Id, boardId: Id): RawBuilder<boolean> {
  return sql`exists (
    select from confirmed_cup_claims confirmed join duolingo_rankings own_line
      on own_line.board_id = ${boardId} and lower(own_line.username) = confirmed.username
    where confirmed.user_id = ${userId})`;
}
