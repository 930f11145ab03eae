import { createHash } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import { countAttempt, type Limit } from '#server/limits/count-attempt.ts';

/**
 * Counts one try of `what` for an account, named by its address or id, across all server processes. It counts
 * whether or not the account exists, and keeps no address. @throws Refusal when it has been often enough.
 */
export async function limitAccount(ctx: Ctx, what: string, account: string, limit: Limit): Promise<void> {
  const hashed = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
  await countAttempt(ctx, `${what}|${hashed}`, limit);
}
