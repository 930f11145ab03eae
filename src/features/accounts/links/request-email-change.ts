import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { wrongPassword } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { limitAccount } from '../sign-in/limit-account.ts';

export type Checking = { verify(given: { hash: string; password: string }): Promise<boolean> };

/**
 * Wants a letter to the new address; the account moves when its link is followed. The password is asked for, because
 * the owner of the address can reset it. The answer is the same for a taken address, whose owner gets a letter that
 * says so (`write-letter.ts`).
 */
export async function requestEmailChange(
  outer: Ctx,
  checking: Checking,
  { userId }: Member,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await limitAccount(outer, 'email-change', userId, accountLimits.letters);
  const method = await outer.db
    .selectFrom('signInMethods')
    .innerJoin('users', 'users.id', 'signInMethods.userId')
    .select(['password', 'locale'])
    .where('signInMethods.userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  const right = method?.password && (await checking.verify({ hash: method.password, password }));
  if (!right) throw new Refusal(wrongPassword);
  await inTransaction(outer, (ctx) =>
    wantMail(ctx, {
      kind: 'accounts.change-email',
      address: email,
      locale: method.locale,
      detail: { userId },
    }),
  );
}
