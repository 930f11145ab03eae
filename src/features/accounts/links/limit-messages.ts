import type { Ctx } from '#server/ctx.ts';
import { countAttempt, type Limit, uncountAttempt } from '#server/limits/count-attempt.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';
import { utcDay } from '#shared/time/calendar-days.ts';
import { dayMs } from '#shared/time/durations.ts';
import { lettersUsedUp } from '../contract.ts';
import { phoneRefusals } from '../phones/phone-operations.ts';
import { sentInADay } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { mailboxOf } from './mailbox-of.ts';

/**
 * Where a person asks from: a network, and for a visitor the device whose browser has signed in to the account before.
 * A member's session says nothing of who owns an address that is not proved.
 */
export type AskedFrom = { network: string; device: string | null };

const usedUp = { letters: lettersUsedUp, sms: phoneRefusals.usedUp } satisfies Record<string, RefusalKind>;

/**
 * Counts a letter to an address, or a text message to a telephone, that is asked for by a person who has not proved to
 * be its owner. What a limit refuses is counted by none of the others. A device that has signed in to the account
 * before has its own share of the day, which strangers cannot use up. The limits are the same without an account, and
 * one for all spellings of a mailbox.
 * @throws Refusal tooMany, and beyond those of a day (UTC) lettersUsedUp or usedUp
 */
export async function limitMessages(ctx: CountingCtx, { kind, to, often, from }: Asked): Promise<void> {
  const { ofNetwork, ofStrangers, ofAll } = sentInADay[kind];
  const { network, device } = from;
  // A count of each day: one count would go on from day to day for a person who signs in every day.
  const receiver = kind === 'letters' ? mailboxOf(to) : to;
  const day = accountKey(`${kind}-of-${utcDay(ctx.now)}`, receiver);
  const shares: [key: string, max: number][] = [[day, ofAll]];
  if (device === null) {
    shares.unshift([`${day}|strangers`, ofStrangers]);
    shares.unshift([`${day}|${network}`, ofNetwork]);
  }
  const oftenKey = device === null ? often.key : `${often.key}|device ${device}`;
  const counted: string[] = [];
  const count = async (key: string, limit: Limit, refusal?: RefusalKind) => {
    await countAttempt(ctx, key, limit).catch(async (error: unknown) => {
      // A fault of the database undoes them with the transaction, in which nothing more can be asked.
      if (!(error instanceof Refusal)) throw error;
      for (const before of counted) await uncountAttempt(ctx, before);
      throw refusal ? new Refusal(refusal) : error;
    });
    counted.push(key);
  };
  await count(oftenKey, often.limit);
  for (const [key, max] of shares) await count(key, { max, windowMs: dayMs }, usedUp[kind]);
}

type CountingCtx = Pick<Ctx, 'db' | 'now' | 'log'>;

type Asked = {
  kind: keyof typeof usedUp;
  /** Who it is sent to: an address or a telephone. */
  to: string;
  /** The shorter limit: of the address or telephone, or of the member who asks. */
  often: { key: string; limit: Limit };
  from: AskedFrom;
};
