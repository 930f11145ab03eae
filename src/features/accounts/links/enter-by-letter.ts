import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { uncountAttempt } from '#server/limits/count-attempt.ts';
import { noteSecurity } from '#server/note-security.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { letterCodeWrong, linkInvalid } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey, limitAccount } from '../sign-in/limit-account.ts';
import { type AccountLink, findLink, letterCode, linkToken, useLink } from './account-links.ts';

const byLink = z.object({ token: z.string().max(200) });
const byCode = z.object({ letter: z.uuid(), code: z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/) });

/**
 * The account that a letter signs in to, given its link or its code: each works once, for ten minutes, and using one ends
 * the other. Wrong codes are counted for the letter and for the address; the link, which cannot be guessed, still works
 * when strangers have used up the codes. @throws Refusal of the link, letterCodeWrong, tooMany
 */
export async function enterByLetter(ctx: Ctx, secret: string, body: unknown): Promise<string> {
  const linked = byLink.safeParse(body);
  if (linked.success) return useLetter(ctx, secret, linked.data.token);
  const coded = byCode.safeParse(body);
  if (!coded.success) throw new Refusal(commonRefusals.badInput);
  return enterByCode(ctx, secret, coded.data);
}

async function enterByCode(
  ctx: Ctx,
  secret: string,
  { letter, code }: z.infer<typeof byCode>,
): Promise<string> {
  await limitAccount(ctx, 'sign-in-code-of-letter', letter, accountLimits.letterCodes);
  const link = await ctx.db
    .selectFrom('accountLinks')
    .select('address')
    .where('id', '=', letter)
    .where('purpose', '=', 'sign-in')
    .executeTakeFirst();
  // Without an account no letter was written, and no code is right.
  if (!link) throw new Refusal(letterCodeWrong);
  await limitAccount(ctx, 'sign-in-code', link.address, accountLimits.addressCodes);
  const right = Buffer.from(letterCode(secret, letter));
  if (!timingSafeEqual(right, Buffer.from(code.replaceAll(/\s/g, '')))) {
    noteSecurity(
      ctx.log,
      'refused',
      { path: 'POST /sign-in/letter', letter },
      'a code of a letter was wrong',
    );
    throw new Refusal(letterCodeWrong);
  }
  const userId = await useLetter(ctx, secret, linkToken(secret, letter));
  await uncountAttempt(ctx, accountKey('sign-in-code', link.address));
  return userId;
}

async function useLetter(outer: Ctx, secret: string, token: string): Promise<string> {
  return inTransaction(outer, async (ctx) => {
    const link = await findLink(ctx, secret, token, ['sign-in']);
    await useLink(ctx, link);
    return (await ownerOf(ctx, link)).id;
  });
}

/** The account has moved to another address since the letter, or is suspended: that mailbox opens nothing. */
async function ownerOf({ db }: Ctx, { userId, address }: AccountLink): Promise<{ id: string }> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', address)
    .where('bannedAt', 'is', null)
    .executeTakeFirst();
  if (!owner) throw new Refusal(linkInvalid);
  return owner;
}
