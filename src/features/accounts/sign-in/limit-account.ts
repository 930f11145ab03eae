import { createHash } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import { takePlace } from '#server/http/limit-attempts.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * Counts one try of `what` for an account, named by its address or id, across all server processes. It counts
 * whether or not the account exists, and keeps no address. @throws Refusal when it has been often enough.
 */
export async function limitAccount(
  ctx: Ctx,
  what: string,
  account: string,
  limit: { max: number; windowMs: number },
): Promise<void> {
  const hashed = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
  if (await takePlace(ctx, `${what}|${hashed}`, limit)) return;
  throw new Refusal(commonRefusals.tooMany, { seconds: limit.windowMs / 1000 });
}
