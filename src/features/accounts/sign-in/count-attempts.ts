import type { Ctx } from '#server/ctx.ts';
import { clearAttempts, countAttempt, type Limit, uncountAttempt } from '#server/limits/count-attempt.ts';

/** What a request is counted under, in this order. */
export type CountedAs = {
  counts: readonly { key: string; limit: Limit /** Taken back by success. */; guesses?: boolean }[];
  /** The key whose counts, with those beneath it, success clears. */
  clears?: string;
};

/**
 * Counts an attempt before it is made, so that of any number at once no more than the limits are made. Success takes
 * guesses back. So does a fault of the server: the attempt was not made.
 * @throws Refusal beyond a limit; the keys after it have counted nothing.
 */
export async function countAttempts(
  ctx: Ctx,
  { counts, clears }: CountedAs,
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
  if (answer.ok || answer.status >= 500) await takeBack();
  if (answer.ok && clears) await clearAttempts(ctx, clears);
  return answer;
}
