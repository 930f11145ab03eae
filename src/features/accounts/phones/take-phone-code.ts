import type { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, type phoneCode } from '../contract.ts';
import { type AccountLink, findLink, lockOwner, markLinkUsed } from '../links/account-links.ts';

export type TypedCode = z.infer<typeof phoneCode>;

/**
 * Crosses off the code whose token `proveCode` answered, in the transaction that does what it is for: of two who type
 * it at once, one does. @throws Refusal letterCodeWrong
 */
export async function takePhoneCode(
  ctx: Ctx,
  secret: string,
  token: string,
  purpose: 'sign-in-phone' | 'add-phone',
): Promise<AccountLink> {
  await lockOwner(ctx, secret, token);
  const link = await findLink(ctx, secret, token, [purpose]).catch((error: unknown) => {
    // Used or over: the words of these refusals are about links.
    throw error instanceof Refusal ? new Refusal(letterCodeWrong) : error;
  });
  await markLinkUsed(ctx, link);
  return link;
}
