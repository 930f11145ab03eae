import type { Ctx } from '#server/ctx.ts';
import { removeEveryPasskey } from '../passkeys/remove-every-passkey.ts';
import { removeFactor } from '../sign-in/remove-factor.ts';

/**
 * Takes off what another person may have set up, such as one who signed up with the owner's address: the second factor,
 * passkeys, a telephone, and identities of providers. The password stays; with the second factor every session ends (a
 * trigger). `keepsFactor`: it may be the owner's own, and without it a reader of their mailbox could sign in.
 */
export async function removeOtherWaysIn(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  { keepsFactor = false } = {},
): Promise<void> {
  await removeEveryPasskey({ db }, userId);
  await db.deleteFrom('phones').where('userId', '=', userId).execute();
  await db
    .deleteFrom('signInMethods')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute();
  if (!keepsFactor) await removeFactor({ db, now }, userId);
}
