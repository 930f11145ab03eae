import { createHash, createHmac } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import { countAttempt, type Limit } from '#server/limits/count-attempt.ts';

/**
 * Counts one attempt of `what` for an account, named by its address or id, across all server processes, whether or not
 * the account exists. @throws Refusal beyond the limit.
 */
export async function limitAccount(ctx: Ctx, what: string, account: string, limit: Limit): Promise<void> {
  await countAttempt(ctx, accountKey(what, account), limit);
}

/** The key under which attempts of an account are counted. It holds only a hash of the name. */
export function accountKey(what: string, account: string): string {
  return `${what}|${hashedAccount(account)}`;
}

/** An e-mail address or id, however it was typed, as a hash that names it without telling it. */
export function hashedAccount(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}

/**
 * A telephone, or an address, as a name to count by. There are so few numbers that all can be tried, so a hash without
 * our secret would tell the number to a reader of the log or of a backup.
 */
export function keyedName(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`counted for ${name}`).digest('base64url');
}
