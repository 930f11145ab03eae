import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { ownPath } from '#shared/own-path.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { accountLimits } from '../rules.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { type AskedFrom, limitMessages } from './limit-messages.ts';

/**
 * Asks for a letter with a code and a link that sign in, each of them once. The account is looked up only when the
 * letter is written (`write-letter.ts`), so the answer, a number under which the code is typed, is the same without an
 * account. `from` is the page that the person wanted, to which the link leads on.
 * @throws Refusal notFound where the community sends no letters, tooMany, lettersUsedUp
 */
export async function requestSignInLetter(
  ctx: Ctx,
  { mail }: Pick<AuthenticationSettings, 'mail'>,
  { email: address, from }: { email: string; from?: string | undefined },
  askedFrom: AskedFrom,
): Promise<{ letter: string }> {
  if (mail === 'none') throw new Refusal(commonRefusals.notFound);
  const often = { key: accountKey('sign-in-letter', address), limit: accountLimits.letters };
  await limitMessages(ctx, { kind: 'letters', to: address, often, from: askedFrom });
  // The letter is written in the language of the account, if there is one.
  const detail = { from: ownPath(from) };
  const wanted = { kind: 'accounts.sign-in', address, locale: 'es' as const, detail };
  return { letter: await inTransaction(ctx, (ctx) => wantMail(ctx, wanted)) };
}
