import type { Ctx } from '#server/ctx.ts';
import type { OpenAuthPath } from '../contract.ts';
import { accountLimits, passwordMinLengthFor } from '../rules.ts';
import type { AuthenticationSettings } from './create-authentication.ts';
import { limitAccount } from './limit-account.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

/** What our own rules say of a sign-in flow before the library is asked. @throws Refusal */
export async function refuseEarly(
  ctx: Ctx,
  settings: AuthenticationSettings,
  asked: OpenAuthPath,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { actor } = ctx;
  const floor = settings.passwordMinLength;
  if (asked === 'POST /sign-up/email' && typeof body.password === 'string') {
    refuseWeakPassword(body.password, floor);
  }
  if (asked === 'POST /change-password' && typeof body.newPassword === 'string') {
    const role = actor.kind === 'member' ? actor.role : null;
    refuseWeakPassword(body.newPassword, passwordMinLengthFor(role, floor));
  }
  if (asked === 'POST /sign-in/email' && typeof body.email === 'string' && settings.limitAttempts) {
    await limitAccount(ctx, 'sign-in', body.email, accountLimits.signIn);
  }
}
