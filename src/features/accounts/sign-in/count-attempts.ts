import type { Ctx } from '#server/ctx.ts';
import { clearAttempts, countAttempt, type Limit, uncountAttempt } from '#server/limits/count-attempt.ts';

/** What a request is counted under, in this order. */
export type CountedAs = {
  counts: readonly { key: string; limit: Limit /** Taken back by success. */; guesses?: boolean }[];
  /** The key whose counts, with those beneath it, success clears. */
  clears?: string;
};

/**
 * Counts an attempt before it is made, so that of any number at once no more than the limits are made. The counts are
 * committed by themselves: a wrong code counts, whatever becomes of its step. A fault of the server takes guesses back:
 * the attempt was not made.
 * @throws Refusal beyond a limit; the keys after it have counted nothing.
 */
export async function countAttempts(
  ctx: Ctx,
  { counts }: CountedAs,
  attempt: () => Promise<Response>,
): Promise<Response> {
  for (const { key, limit } of counts) await countAttempt(ctx, key, limit);
  const takeBack = async () => {
    for (const { key, guesses } of counts) if (guesses) await uncountAttempt(ctx, key);
  };
  const answer = await attempt().catch(async (error) => {
    await takeBack();
    throw error;
  });
  if (answer.status >= 500) await takeBack();
  return answer;
}

/**
 * Takes guesses back after success, in its transaction. Keys beneath the one that success clears are left to that:
 * sign-ins to an account from two networks at once then lock its counts in the same order.
 */
export async function clearAfterSuccess(ctx: Ctx, { counts, clears }: CountedAs): Promise<void> {
  const isCleared = (key: string) => clears !== undefined && `${key}|`.startsWith(`${clears}|`);
  for (const { key, guesses } of counts) if (guesses && !isCleared(key)) await uncountAttempt(ctx, key);
  if (clears) await clearAttempts(ctx, clears);
}
