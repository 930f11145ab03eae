import type { Ctx } from '#server/ctx.ts';
import { countSmsOfDay } from '#server/sms/sms-of-day.ts';
import { Refusal } from '#shared/refusal.ts';
import { phoneRefusals } from '../contract.ts';
import { type AskedFrom, limitMessages } from '../links/limit-messages.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import type { PhoneCodes } from './phone-codes.ts';

/**
 * Counts a message to a telephone, and refuses one beyond the limits of that telephone, its strangers and the day.
 * @throws Refusal usedUp, tooMany
 */
export async function limitNumber(
  ctx: Ctx,
  number: string,
  { aDay }: Pick<PhoneCodes, 'aDay'>,
  from: AskedFrom,
): Promise<void> {
  // An early answer; the binding check is `takeSmsOfDay`.
  if ((await countSmsOfDay(ctx)) >= aDay) throw new Refusal(phoneRefusals.usedUp);
  const often = { key: accountKey('sms', number), limit: accountLimits.sms };
  await limitMessages(ctx, { kind: 'sms', to: number, often, from });
}
