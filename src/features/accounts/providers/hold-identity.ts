import type { Ctx } from '#server/ctx.ts';
import { lockAccount } from '../sessions/lock-account.ts';

/**
 * Whether an identity signs in to an account. Locks that account before it looks: a reset of the password, which takes
 * identities off and ends the sessions, is then over, or finds the session that the identity opens.
 */
export async function holdIdentity(
  { db }: Pick<Ctx, 'db'>,
  providerId: string,
  accountId: string,
): Promise<boolean> {
  const identity = db
    .selectFrom('signInMethods')
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId);
  await lockAccount({ db }, identity.select('userId'));
  return (await identity.select('id').executeTakeFirst()) !== undefined;
}
