import { APIError } from 'better-auth/api';
import type { Ctx } from '#server/ctx.ts';
import { lockPerson } from '../sessions/lock-person.ts';
import { type Asked, readToken } from '../sessions/read-token.ts';

/** `callback-error.ts` has the text. */
const sessionEnded = 'link_session_ended';

/**
 * Refuses to connect an identity to an account that is not signed in, in the browser that comes back from the provider,
 * any more. The library goes by what it stored as that browser left: a reset of the password, a deletion or a sign-out
 * may have ended the session since, and another member may have signed in. Locks the account first, so that a reset or
 * a deletion is over before the session is read, or takes the new identity off again.
 * @throws APIError
 */
export async function refuseEndedLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  asked: Asked,
  userId: string,
): Promise<void> {
  await lockPerson({ db }, userId);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('token', '=', await readToken(asked))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!session) throw new APIError('FORBIDDEN', { code: sessionEnded });
}
