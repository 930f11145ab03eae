import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { newcomerTraits } from '../sign-in/newcomer-traits.ts';
import { type Newcomer, welcomeNewcomer } from '../sign-in/welcome-newcomer.ts';

/** Sumi asks providers for nothing after the sign-in, so it keeps none of their tokens. */
export const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

/** Whether the account has another way in than this one; a newcomer's has none. */
async function hasAnother(db: Db, { userId, id }: { userId: string; id?: string }): Promise<boolean> {
  const other = await db
    .selectFrom('signInMethods')
    .select('id')
    .where('userId', '=', userId)
    .$if(id !== undefined, (methods) => methods.where('id', '<>', id ?? ''))
    .executeTakeFirst();
  return other !== undefined;
}

/** In the transaction that makes a newcomer's account by a provider: `state` is what their browser said as it left. */
export async function welcomeByProvider(
  parts: { db: Db; log: Log },
  userId: string,
  { state, network }: { state: unknown; network: Newcomer['network'] },
): Promise<void> {
  if (await hasAnother(parts.db, { userId })) return;
  await welcomeNewcomer(parts, userId, { ...newcomerTraits(state), network });
}

/** After an identity was joined to an account that was there before: its owner learns of the new way in. */
export async function mailIdentityAdded(
  { db, afterCommit }: Pick<Ctx, 'db' | 'afterCommit'>,
  identity: { id: string; userId: string },
): Promise<void> {
  if (!(await hasAnother(db, identity))) return;
  await mailOwner({ db, now: new Date(), afterCommit }, identity.userId, 'identity-added');
}
