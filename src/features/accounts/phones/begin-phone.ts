import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantSms } from '#server/sms/want-sms.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { phoneRefusals, type TypedNumber } from '../contract.ts';
import { refuseUnprovedEmail } from '../refuse-unproved.ts';
import { accountLimits } from '../rules.ts';
import { refuseEndedSession } from '../sessions/refuse-ended-session.ts';
import { limitAccount } from '../sign-in/limit-account.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import { limitNumber } from './limit-number.ts';
import { type PhoneSettings, refuseWithoutPhoneCodes } from './phone-codes.ts';
import { readNumber } from './read-number.ts';

/**
 * Sends a code to a telephone that the member wants to sign in with. As with every new way in, it is the owner who
 * asks, and their address is proved. Whether the number is another account's is not told here.
 * @throws Refusal signInFirst, notFound, confirmEmailFirst, passwordAgain, signInAgain, wrongPassword, known, invalid,
 * country, usedUp, tooMany
 */
export async function beginPhone(
  ctx: Ctx,
  {
    passwords,
    settings,
    network,
  }: { passwords: Pick<PasswordChecks, 'verify'>; settings: PhoneSettings; network: string },
  { password, ...typed }: TypedNumber & { password?: string | undefined },
): Promise<{ sms: string }> {
  const member = memberOf(ctx.actor);
  refuseWithoutPhoneCodes(settings);
  const { phoneCodes } = settings;
  refuseUnprovedEmail(member);
  await reauthenticateOwner(ctx, passwords, member, { password });
  const { userId } = member;
  const own = await ctx.db.selectFrom('phones').select('id').where('userId', '=', userId).executeTakeFirst();
  if (own) throw new Refusal(phoneRefusals.known);
  const number = readNumber(typed, phoneCodes.countries);
  await limitNumber(ctx, number, phoneCodes, { network, device: null });
  await limitAccount(ctx, 'sms-of-account', userId, accountLimits.smsOfAccount);
  const wanted = { kind: 'accounts.add-phone', number, detail: { userId } };
  return inTransaction(ctx, async (ctx) => {
    await refuseEndedSession(ctx, member);
    return { sms: await wantSms(ctx, wanted) };
  });
}
