import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantSms } from '#server/sms/want-sms.ts';
import type { TypedNumber } from '../contract.ts';
import { limitNumber } from './limit-number.ts';
import { type PhoneSettings, refuseWithoutPhoneCodes } from './phone-codes.ts';
import { readNumber } from './read-number.ts';

/**
 * Asks for a text message with a code that signs in. Whether there is an account is decided only when the message is
 * written (`write-sms.ts`), so the answer, a number under which the code is typed, is the same without one; and a
 * message to a telephone of no account is never sent, so strangers cannot use up the community's. The account is looked
 * up here for its device alone: `deviceOf` answers null in every browser that has not signed in to it.
 * @throws Refusal notFound, invalid, country, usedUp, tooMany
 */
export async function requestSignInSms(
  ctx: Ctx,
  settings: PhoneSettings,
  typed: TypedNumber,
  { network, deviceOf }: { network: string; deviceOf: (account: string) => string | null },
): Promise<{ sms: string }> {
  refuseWithoutPhoneCodes(settings);
  const { phoneCodes } = settings;
  const number = readNumber(typed, phoneCodes.countries);
  const owner = await ctx.db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.userId')
    .select('email')
    .where('number', '=', number)
    .executeTakeFirst();
  await limitNumber(ctx, number, phoneCodes, { network, device: deviceOf(owner?.email ?? '') });
  return { sms: await inTransaction(ctx, (ctx) => wantSms(ctx, { kind: 'accounts.sign-in-phone', number })) };
}
