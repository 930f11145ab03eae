import type { Ctx } from '#server/ctx.ts';
import { withdrawalPath } from '../guardian/withdrawal-link.ts';
import { passwordMinLengthFor, shownFirstName } from '../rules.ts';
import { findLink } from './account-links.ts';

/**
 * What the page of a link needs before it is followed. `kid` is the first name of the kid whose guardian is asked,
 * `withdrawal` the path of the page on which the guardian refuses, `passwordMinLength` the fewest characters of the
 * person's new password, which are more for an administrator.
 */
export async function readLink(
  ctx: Ctx,
  settings: { secret: string; passwordMinLength: number },
  token: string,
): Promise<{
  email: string;
  kid: string | null;
  withdrawal: string | null;
  passwordMinLength: number | null;
}> {
  const link = await findLink(ctx, settings.secret, token, ['reset-password', 'guardian-consent']);
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', link.userId)
    .executeTakeFirstOrThrow();
  const forGuardian = link.purpose === 'guardian-consent';
  return {
    email: link.address,
    kid: forGuardian ? shownFirstName(user.name) : null,
    withdrawal: forGuardian ? withdrawalPath(settings.secret, user.id, link.address) : null,
    passwordMinLength: forGuardian ? null : passwordMinLengthFor(user, settings.passwordMinLength),
  };
}
