import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { ownPath } from '#shared/own-path.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { passwordMaxLength } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { newcomerName } from '../sign-in/newcomer-name.ts';
import { newcomerTraits } from '../sign-in/newcomer-traits.ts';
import { expiryOf } from './account-links.ts';
import { limitMessages } from './limit-messages.ts';
import type { Hashing } from './reset-password.ts';

const form = z.object({
  name: lineOfText(80),
  email: z.email().max(254).toLowerCase(),
  password: z.string().min(1).max(passwordMaxLength),
});

/**
 * Sign-up where the operator wants the address confirmed first: following the letter's link makes the account. The
 * answer and its duration are the same for an address that has an account; only its owner learns of that, by a letter
 * (`write-letter.ts`). The link leads on to `from`, the page that the person wanted, in whichever browser it is
 * followed.
 */
export async function requestAccount(
  outer: Ctx,
  hashing: Hashing,
  body: unknown,
  network: string,
): Promise<void> {
  const given = z.looseObject({}).catch({}).parse(body);
  const read = form.safeParse({ ...given, name: newcomerName(given) });
  if (!read.success) throw new Refusal(commonRefusals.badInput);
  const { name, email, password } = read.data;
  const traits = newcomerTraits(body);
  const often = { key: accountKey('sign-up', email), limit: accountLimits.signUp };
  await limitMessages(outer, { kind: 'letters', to: email, often, from: { network, device: null } });
  const newcomer = { name, password: await hashing.hash(password), ...traits };
  await inTransaction(outer, async (ctx) => {
    const id = await wantMail(ctx, {
      kind: 'accounts.sign-up',
      address: email,
      locale: traits.locale ?? 'es',
      detail: { from: ownPath(given.from) },
    });
    await ctx.db
      .insertInto('accountLinks')
      .values({
        id,
        purpose: 'sign-up',
        address: email,
        newcomer: JSON.stringify(newcomer),
        expiresAt: expiryOf('sign-up'),
      })
      .execute();
  });
}
