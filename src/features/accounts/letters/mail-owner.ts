import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';

/** Changes to an account that its owner is told by mail, in case another person made them. */
export const ownerNews = [
  'password-changed',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'identity-added',
  'identity-removed',
  'passkey-added',
  'passkey-removed',
  'phone-added',
  'phone-removed',
] as const;
export type OwnerNews = (typeof ownerNews)[number];

/** Wants a letter to the owner about a change to how they sign in, to `address` or the account's own. */
export async function mailOwner(
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
