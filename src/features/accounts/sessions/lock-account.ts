import type { ValueExpression } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { DB } from '#server/db/schema.ts';

/**
 * Locks an account as a new session of it does, before what opens the session is used up. A new password locks the
 * account and then the links and passkeys that it ends; in the other order the two would deadlock.
 */
export async function lockAccount(
  { db }: Pick<Ctx, 'db'>,
  userId: ValueExpression<DB, 'users', string | null>,
): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
}
