import type { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, phoneCode, phoneRefusals } from '../contract.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { type AccountLink, findLink, useLink } from '../links/account-links.ts';
import { proveCode } from '../links/prove-code.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { showNumber } from './read-number.ts';

type Typed = z.infer<typeof phoneCode>;

/**
 * The account that a code to its telephone signs in to. A code works once, for ten minutes, and only while the number
 * is still the account's. @throws Refusal badInput, letterCodeWrong, tooMany
 */
export async function enterByPhone(ctx: Ctx, secret: string, body: unknown): Promise<string> {
  const { data: typed } = phoneCode.safeParse(body);
  if (!typed) throw new Refusal(commonRefusals.badInput);
  return useCodeOnce(ctx, secret, typed, 'sign-in-phone', async (ctx, { userId, address }) => {
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

/**
 * Adds to the member the telephone that got the code, and tells them by a letter. A number that is another account's
 * stays there: its owner may have lent the telephone. @throws Refusal letterCodeWrong, taken, known, tooMany
 */
export async function addPhone(
  ctx: Ctx,
  secret: string,
  member: Member,
  typed: Typed,
): Promise<{ phone: string }> {
  return useCodeOnce(ctx, secret, typed, 'add-phone', async (ctx, { userId, address: number }) => {
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

/** Crosses a code off and does what it is for, in one transaction: of two who type it at once, one does. */
async function useCodeOnce<T>(
  outer: Ctx,
  secret: string,
  { sms: id, code }: Typed,
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
