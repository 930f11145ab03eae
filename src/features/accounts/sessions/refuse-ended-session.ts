import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { lockPerson } from './lock-person.ts';

/**
 * Refuses a member whose session has ended since the request began: by a new password, which ends what the old one
 * opened, or by a deletion. Comes first in the transaction that does what a password or a challenge confirmed before,
 * and locks the account for it, which it answers: a reset or a deletion is then over before the session is read, or
 * finds what was done.
 * @throws Refusal signInFirst
 */
export async function refuseEndedSession(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { userId, sessionId }: Member,
  against: 'acts' | 'new-rows' = 'acts',
) {
  const person = await lockPerson({ db }, userId, against);
  // A second statement on purpose: the snapshot of the first is older than the reset that it waited for.
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!person || !session) throw new Refusal(commonRefusals.signInFirst);
  return person;
}
