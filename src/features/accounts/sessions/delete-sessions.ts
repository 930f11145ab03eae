import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Asked, readToken } from './read-token.ts';
import { forgetAfterCommit } from './remembered-actors.ts';

/**
 * Signs a person out everywhere, or everywhere but in the session `except`, and ends sign-ins that wait for the second
 * factor. The very next request with an ended session is refused by this process, by the others once the event arrives.
 * Answers the number of sessions.
 */
export async function deleteSessions(
  ctx: Pick<Ctx, 'db' | 'afterCommit'>,
  userId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (others) => others.where('id', '<>', except ?? ''))
    .executeTakeFirstOrThrow();
  await sql`select end_challenges(${userId})`.execute(ctx.db);
  forgetAfterCommit(ctx, userId);
  return Number(numDeletedRows);
}

/**
 * Ends the session that a browser had when it gets another one. Its cookie is replaced, so the owner loses nothing, and
 * a copied token stops working.
 */
export async function endSessionBefore(
  ctx: Pick<Ctx, 'db' | 'afterCommit'>,
  asked: Asked | null,
  made: { token: string },
): Promise<void> {
  if (!asked) return;
  const before = await readToken(asked);
  if (!before || before === made.token) return;
  const ended = await ctx.db.deleteFrom('sessions').where('token', '=', before).returning('userId').execute();
  for (const { userId } of ended) forgetAfterCommit(ctx, userId);
}
