import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, phoneCode } from '../contract.ts';
import { usePhoneCode } from './use-phone-code.ts';

/**
 * The account that a code to its telephone signs in to. A code works once, for ten minutes, and only while the number
 * is still the account's. @throws Refusal badInput, letterCodeWrong, tooMany
 */
export async function enterByPhone(ctx: Ctx, secret: string, body: unknown): Promise<string> {
  const { data: typed } = phoneCode.safeParse(body);
  if (!typed) throw new Refusal(commonRefusals.badInput);
  return usePhoneCode(ctx, secret, typed, 'sign-in-phone', async (ctx, { userId, address }) => {
    const owner = await ctx.db
      .selectFrom('users')
      .innerJoin('phones', 'phones.userId', 'users.id')
      .select('users.id')
      .where('users.id', '=', userId)
      .where('phones.number', '=', address)
      .where('users.bannedAt', 'is', null)
      .executeTakeFirst();
    if (!owner) throw new Refusal(letterCodeWrong);
    return owner.id;
  });
}
