import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { linkInvalid, typedCode } from '../contract.ts';
import { type AccountLink, findLink, lockOwner, markLinkUsed } from './account-links.ts';
import { proveCode } from './prove-code.ts';

const byLink = z.object({ token: z.string().max(200) });
const byCode = z.object({ letter: uuid, code: typedCode });

/**
 * The account that a letter signs in to, given its link or its code: each works once, for ten minutes, and using one
 * ends the other. Wrong codes are counted for the letter and for the address; the link, which cannot be guessed, still
 * works when strangers have used up the codes. It counts in `outer`, and uses the letter up in the transaction of
 * `ctx`, in which the session is made.
 * @throws Refusal of the link, letterCodeWrong, tooMany
 */
export async function enterByLetter(outer: Ctx, ctx: Ctx, secret: string, body: unknown): Promise<string> {
  const linked = byLink.safeParse(body);
  if (linked.success) return takeLetter(ctx, secret, linked.data.token);
  const coded = byCode.safeParse(body);
  if (!coded.success) throw new Refusal(commonRefusals.badInput);
  const { letter: id, code } = coded.data;
  const { token, clearCount } = await proveCode(outer, secret, { id, code, purpose: 'sign-in' });
  const userId = await takeLetter(ctx, secret, token);
  await clearCount(ctx);
  return userId;
}

async function takeLetter(ctx: Ctx, secret: string, token: string): Promise<string> {
  await lockOwner(ctx, secret, token);
  const link = await findLink(ctx, secret, token, ['sign-in']);
  await markLinkUsed(ctx, link);
  return (await ownerOf(ctx, link)).id;
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
