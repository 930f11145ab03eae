import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuseUnprovedEmail } from '../refuse-unproved.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import { makeChallenge, relyingParty } from './passkey-challenges.ts';

/**
 * What a device is asked to sign to become a passkey of the member's. As with every new way in, it is the owner who
 * asks, and their address is proved. @throws Refusal passwordAgain, signInAgain, wrongPassword, confirmEmailFirst,
 * tooMany
 */
export async function beginPasskey(
  ctx: Ctx,
  settings: AuthenticationSettings,
  passwords: Pick<PasswordChecks, 'verify'>,
  password: string | undefined,
) {
  const member = memberOf(ctx.actor);
  refuseUnprovedEmail(member);
  await reauthenticateOwner(ctx, passwords, member, { password });
  const { userId } = member;
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const registered = await ctx.db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('userId', '=', userId)
    .execute();
  return {
    ...(await makeChallenge(ctx, userId)),
    rpId: relyingParty(settings).rpId,
    userHandle: Buffer.from(userId).toString('base64url'),
    ...user,
    registered: registered.map(({ credentialId }) => credentialId),
  };
}
