import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, phoneCode } from '../contract.ts';
import { proveCode } from '../links/prove-code.ts';
import { takePhoneCode } from './take-phone-code.ts';

/**
 * The account that a code to its telephone signs in to. A code works once, for ten minutes, and only while the number
 * is still the account's. It counts in `outer`, and uses the code up in the transaction of `ctx`, in which the session
 * is made. @throws Refusal badInput, letterCodeWrong, tooMany
 */
export async function enterByPhone(outer: Ctx, ctx: Ctx, secret: string, body: unknown): Promise<string> {
  const { data: typed } = phoneCode.safeParse(body);
  if (!typed) throw new Refusal(commonRefusals.badInput);
  const purpose = 'sign-in-phone';
  const { token } = await proveCode(outer, secret, { id: typed.sms, code: typed.code, purpose });
  const { userId, address } = await takePhoneCode(ctx, secret, token, purpose);
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
}
