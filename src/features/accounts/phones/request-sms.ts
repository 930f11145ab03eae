import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countSmsOfDay, dayOf } from '#server/sms/sms-of-day.ts';
import { wantSms } from '#server/sms/want-sms.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { phoneRefusals, type TypedNumber } from '../contract.ts';
import { refuseUnprovedEmail } from '../refuse-unproved-email.ts';
import { accountLimits } from '../rules.ts';
import { keyedName, limitAccount } from '../sign-in/limit-account.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import type { PhoneCodes } from './phone-settings.ts';
import { readNumber } from './read-number.ts';

type Codes = Pick<PhoneCodes, 'countries' | 'aDay'> & { secret: string };

/**
 * Asks for a text message with a code that signs in. The account is looked up only when the message is written
 * (`write-sms.ts`), so the answer, a number under which the code is typed, is the same without an account; and a
 * message to a telephone of no account is never sent, so strangers cannot use up the day's.
 * @throws Refusal invalid, country, usedUp, tooMany
 */
export async function requestSignInSms(ctx: Ctx, codes: Codes, typed: TypedNumber): Promise<{ sms: string }> {
  const number = readNumber(typed, codes.countries);
  await limitNumber(ctx, number, codes);
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
  { passwords, member, codes }: { passwords: Pick<PasswordChecks, 'verify'>; member: Member; codes: Codes },
  { password, ...typed }: TypedNumber & { password?: string | undefined },
): Promise<{ sms: string }> {
  refuseUnprovedEmail(member);
  await reauthenticateOwner(ctx, passwords, member, { password });
  const { userId } = member;
  const own = await ctx.db.selectFrom('phones').select('id').where('userId', '=', userId).executeTakeFirst();
  if (own) throw new Refusal(phoneRefusals.known);
  const number = readNumber(typed, codes.countries);
  await limitNumber(ctx, number, codes);
  await limitAccount(ctx, 'sms-of-account', userId, accountLimits.smsOfAccount);
  const wanted = { kind: 'accounts.add-phone', number, detail: { userId } };
  return { sms: await inTransaction(ctx, (ctx) => wantSms(ctx, wanted)) };
}

async function limitNumber(ctx: Ctx, number: string, { aDay, secret }: Codes): Promise<void> {
  // An early answer; the binding check is `takeSmsOfDay`.
  if ((await countSmsOfDay(ctx)) >= aDay) throw new Refusal(phoneRefusals.usedUp);
  const name = keyedName(secret, number);
  // The shorter limit first, so that a request which it refuses does not count towards the day's.
  await limitAccount(ctx, 'sms', name, accountLimits.sms);
  // A key of each day: a count under one key would never expire for a person who signs in every day.
  await limitAccount(ctx, `sms-of-${dayOf(ctx.now)}`, name, accountLimits.smsInADay);
}
