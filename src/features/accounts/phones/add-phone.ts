import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, phoneRefusals } from '../contract.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { proveCode } from '../links/prove-code.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { type PhoneSettings, refuseWithoutPhoneCodes } from './phone-codes.ts';
import { showNumber } from './read-number.ts';
import { type TypedCode, takePhoneCode } from './take-phone-code.ts';

/**
 * Adds to the member the telephone that got the code, and tells them by a letter. A number that is another account's
 * stays there: its owner may have lent the telephone.
 * @throws Refusal notFound, letterCodeWrong, taken, known, tooMany
 */
export async function addPhone(
  outer: Ctx,
  settings: PhoneSettings & { readonly secret: string },
  { sms: id, code }: TypedCode,
): Promise<{ phone: string }> {
  const member = memberOf(outer.actor);
  refuseWithoutPhoneCodes(settings);
  const { secret } = settings;
  const { token } = await proveCode(outer, secret, { id, code, purpose: 'add-phone' });
  return inTransaction(outer, async (ctx) => {
    const { userId, address: number } = await takePhoneCode(ctx, secret, token, 'add-phone');
    if (userId !== member.userId) throw new Refusal(letterCodeWrong);
    const added = await ctx.db
      .insertInto('phones')
      .values({ userId, number, createdAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) {
      const own = ctx.db.selectFrom('phones').select('id').where('userId', '=', userId);
      throw new Refusal((await own.executeTakeFirst()) ? phoneRefusals.known : phoneRefusals.taken);
    }
    await mailOwner(ctx, userId, 'phone-added');
    await publishAccountChanged(ctx, userId);
    return { phone: showNumber(number) };
  });
}
