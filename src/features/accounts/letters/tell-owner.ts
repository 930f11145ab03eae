import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';

/** What the owner of an account is told by mail, in case it was not them. */
export const ownerNews = [
  'password-changed',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
] as const;
export type OwnerNews = (typeof ownerNews)[number];

/** Sends the owner a word about a change to how they sign in; to `address`, or else the account's own. */
export async function tellOwner(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit'>,
  userId: string,
  what: OwnerNews,
  address?: string,
): Promise<void> {
  const owner = await ctx.db
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await wantMail(ctx, {
    kind: `accounts.${what}`,
    address: address ?? owner.email,
    locale: owner.locale,
    detail: { userId },
  });
}
