import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { memberOf } from '#shared/actor.ts';
import { accountLimits } from '../rules.ts';
import { refuseEndedSession } from '../sessions/refuse-ended-session.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import { limitMessages } from './limit-messages.ts';

/**
 * Wants a letter to the new address; the account moves when its link is followed. The password is asked for, because
 * the owner of the address can reset it; a member who has none has just signed in instead. The answer is the same for a
 * taken address, whose owner gets a letter that says so (`write-letter.ts`).
 * @throws Refusal signInFirst, passwordAgain, signInAgain, wrongPassword, tooMany, lettersUsedUp
 */
export async function requestEmailChange(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  { email, password, network }: { email: string; password?: string | undefined; network: string },
): Promise<void> {
  const member = memberOf(outer.actor);
  const { userId } = member;
  await reauthenticateOwner(outer, passwords, member, { password, always: true });
  const often = { key: accountKey('email-change', userId), limit: accountLimits.letters };
  await limitMessages(outer, { kind: 'letters', to: email, often, from: { network, device: null } });
  await inTransaction(outer, async (ctx) => {
    await refuseEndedSession(ctx, member);
    const { locale } = await ctx.db
      .selectFrom('users')
      .select('locale')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await wantMail(ctx, { kind: 'accounts.change-email', address: email, locale, detail: { userId } });
  });
}
