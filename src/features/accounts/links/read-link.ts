import type { Ctx } from '#server/ctx.ts';
import { shownFirstName } from '../rules.ts';
import { findLink } from './account-links.ts';

/** What the page of a link needs before it is followed. `kid` is the first name of the kid whose guardian is asked. */
export async function readLink(
  ctx: Ctx,
  secret: string,
  token: string,
): Promise<{ email: string; kid: string | null }> {
  const link = await findLink(ctx, secret, token, ['reset-password', 'guardian-consent']);
  if (link.purpose === 'reset-password') return { email: link.address, kid: null };
  const { name } = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', link.userId)
    .executeTakeFirstOrThrow();
  return { email: link.address, kid: shownFirstName(name) };
}
