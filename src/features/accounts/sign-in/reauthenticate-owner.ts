import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { passwordAgain, signInAgain } from '../contract.ts';
import { freshSessionMs } from '../rules.ts';
import { checkOwnPassword } from './check-own-password.ts';
import type { PasswordChecks } from './password-checks.ts';

/**
 * Makes sure that it is the owner who acts, and not a person who found their browser open: by the password, or without
 * one by a session that began in the last minutes. `always` wants the password in any case; a person who has none signs
 * in again instead. Wrong passwords are counted.
 * @throws Refusal passwordAgain, signInAgain, wrongPassword, tooMany
 */
export async function reauthenticateOwner(
  ctx: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  { userId, sessionId }: Member,
  { password, always = false }: { password: string | undefined; always?: boolean },
): Promise<void> {
  const method = await ctx.db
    .selectFrom('signInMethods')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (password === undefined) {
    const session = await ctx.db
      .selectFrom('sessions')
      .select('createdAt')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    const isFresh = session && ctx.now.getTime() - session.createdAt.getTime() < freshSessionMs;
    if (isFresh && !(always && method)) return;
    throw new Refusal(method ? passwordAgain : signInAgain);
  }
  await checkOwnPassword(ctx, passwords, { userId, hash: method?.password ?? null, password });
}
