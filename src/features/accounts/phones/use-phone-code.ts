import type { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, type phoneCode } from '../contract.ts';
import { type AccountLink, findLink, useLink } from '../links/account-links.ts';
import { proveCode } from '../links/prove-code.ts';

export type TypedCode = z.infer<typeof phoneCode>;

/** Crosses a code off and does what it is for, in one transaction: of two who type it at once, one does. */
export async function usePhoneCode<T>(
  outer: Ctx,
  secret: string,
  { sms: id, code }: TypedCode,
  purpose: 'sign-in-phone' | 'add-phone',
  act: (ctx: Ctx, link: AccountLink) => Promise<T>,
): Promise<T> {
  return proveCode(outer, secret, { id, code, purpose }, (token) =>
    inTransaction(outer, async (ctx) => {
      const link = await findLink(ctx, secret, token, [purpose]).catch((error: unknown) => {
        // Used or over: the words of these refusals are about links.
        throw error instanceof Refusal ? new Refusal(letterCodeWrong) : error;
      });
      await useLink(ctx, link);
      return act(ctx, link);
    }),
  );
}
