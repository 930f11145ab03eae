import type { Ctx } from '#server/ctx.ts';
import { countAttempt, type Limit } from '#server/limits/count-attempt.ts';
import { keyedName } from '#server/limits/keyed-names.ts';

/**
 * Counts one attempt of `what` for an account, named by its address or id, across all server processes, whether or not
 * the account exists. @throws Refusal beyond the limit.
 */
export async function limitAccount(ctx: Ctx, what: string, account: string, limit: Limit): Promise<void> {
  await countAttempt(ctx, accountKey(what, account), limit);
}

/** The key under which attempts of an account are counted. It holds only a keyed hash of the name. */
export function accountKey(what: string, account: string): string {
  return `${what}|${hashedAccount(account)}`;
}

/** An e-mail address, a telephone or an id, however it was typed, as a keyed hash. */
export function hashedAccount(account: string): string {
  return keyedName(account.trim().toLowerCase());
}
