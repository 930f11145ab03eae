import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, phoneRefusals } from '../contract.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { showNumber } from './read-number.ts';
import { type TypedCode, usePhoneCode } from './use-phone-code.ts';

/**
 * Adds to the member the telephone that got the code, and tells them by a letter. A number that is another account's
 * stays there: its owner may have lent the telephone. @throws Refusal letterCodeWrong, taken, known, tooMany
 */
export async function addPhone(
  ctx: Ctx,
  secret: string,
  member: Member,
  typed: TypedCode,
): Promise<{ phone: string }> {
  return usePhoneCode(ctx, secret, typed, 'add-phone', async (ctx, { userId, address: number }) => {
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
