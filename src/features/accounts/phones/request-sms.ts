import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countSmsOfDay } from '#server/sms/sms-of-day.ts';
import { wantSms } from '#server/sms/want-sms.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { phoneRefusals, type TypedNumber } from '../contract.ts';
import { type AskedFrom, limitMessages } from '../links/limit-messages.ts';
import { refuseUnprovedEmail } from '../refuse-unproved-email.ts';
import { accountLimits } from '../rules.ts';
import { accountKey, keyedName, limitAccount } from '../sign-in/limit-account.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import type { PhoneCodes } from './phone-settings.ts';
import { readNumber } from './read-number.ts';

type Codes = Pick<PhoneCodes, 'countries' | 'aDay'> & { secret: string };

/**
 * Asks for a text message with a code that signs in. Whether there is an account is decided only when the message is
 * written (`write-sms.ts`), so the answer, a number under which the code is typed, is the same without one; and a
 * message to a telephone of no account is never sent, so strangers cannot use up the community's. The account is looked
 * up here for its device alone: `deviceOf` answers null in every browser that has not signed in to it.
 * @throws Refusal invalid, country, usedUp, tooMany
 */
export async function requestSignInSms(
  ctx: Ctx,
  codes: Codes,
  typed: TypedNumber,
  { network, deviceOf }: { network: string; deviceOf: (account: string) => string | null },
): Promise<{ sms: string }> {
  const number = readNumber(typed, codes.countries);
  const owner = await ctx.db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.userId')
    .select('email')
    .where('number', '=', number)
    .executeTakeFirst();
  await limitNumber(ctx, number, codes, { network, device: deviceOf(owner?.email ?? '') });
  return { sms: await inTransaction(ctx, (ctx) => wantSms(ctx, { kind: 'accounts.sign-in-phone', number })) };
}

/**
 * Sends a code to a telephone that the member wants to sign in with. As with every new way in, it is the owner who
 * asks, and their address is proved. Whether the number is another account's is not told here.
 * @throws Refusal confirmEmailFirst, passwordAgain, signInAgain, wrongPassword, known, invalid, country, usedUp,
 * tooMany
 */
export async function beginPhone(
  ctx: Ctx,
  {
    passwords,
    member,
    codes,
    network,
  }: { passwords: Pick<PasswordChecks, 'verify'>; member: Member; codes: Codes; network: string },
  { password, ...typed }: TypedNumber & { password?: string | undefined },
): Promise<{ sms: string }> {
  refuseUnprovedEmail(member);
  await reauthenticateOwner(ctx, passwords, member, { password });
  const { userId } = member;
  const own = await ctx.db.selectFrom('phones').select('id').where('userId', '=', userId).executeTakeFirst();
  if (own) throw new Refusal(phoneRefusals.known);
  const number = readNumber(typed, codes.countries);
  await limitNumber(ctx, number, codes, { network, device: null });
  await limitAccount(ctx, 'sms-of-account', userId, accountLimits.smsOfAccount);
  const wanted = { kind: 'accounts.add-phone', number, detail: { userId } };
  return { sms: await inTransaction(ctx, (ctx) => wantSms(ctx, wanted)) };
}

async function limitNumber(
  ctx: Ctx,
  number: string,
  { aDay, secret }: Codes,
  from: AskedFrom,
): Promise<void> {
  // An early answer; the binding check is `takeSmsOfDay`.
  if ((await countSmsOfDay(ctx)) >= aDay) throw new Refusal(phoneRefusals.usedUp);
  const to = keyedName(secret, number);
  const often = { key: accountKey('sms', to), limit: accountLimits.sms };
  await limitMessages(ctx, { kind: 'sms', to, often, from });
}
