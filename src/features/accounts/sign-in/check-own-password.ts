import type { Ctx } from '#server/ctx.ts';
import { clearAttempts, countAttempt } from '#server/limits/count-attempt.ts';
import { noteSecurity } from '#server/note-security.ts';
import { Refusal } from '#shared/refusal.ts';
import { wrongPassword } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from './limit-account.ts';
import type { PasswordChecks } from './password-checks.ts';

/**
 * Where wrong passwords of a member's session are counted, by every step that asks for the password: it may be stolen.
 */
export function ownPasswordKey(userId: string): string {
  return accountKey('password', userId);
}

/**
 * Checks a password that a member typed for the account that they are signed in to. Wrong ones are counted together
 * with those of the library's steps (`counted-as.ts`), and the right one clears the count.
 * @param hash what the account has; null for an account without a password, for which every password is wrong
 * @throws Refusal wrongPassword, tooMany
 */
export async function checkOwnPassword(
  ctx: Ctx,
  { verify }: Pick<PasswordChecks, 'verify'>,
  { userId, hash, password }: { userId: string; hash: string | null; password: string },
): Promise<void> {
  const key = ownPasswordKey(userId);
  await countAttempt(ctx, key, accountLimits.password);
  const right = hash !== null && (await verify({ hash, password }));
  if (right) return clearAttempts(ctx, key);
  noteSecurity(ctx.log, 'refused', { userId }, 'a password that a session was asked for again was wrong');
  throw new Refusal(wrongPassword);
}
