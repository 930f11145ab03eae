import type { MiddlewareHandler } from 'hono';
import type { Ctx } from '../ctx.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { networkOf } from '../http/network-of.ts';
import { countAttempt, type Limit, uncountAttempt } from './count-attempt.ts';

/**
 * Limits how often an address may do something. The attempt is counted before the request is looked at, and taken back
 * when the answer is no success: a mistake in a form costs none.
 */
export function limitAttempts({
  name,
  counts,
  ...limit
}: Limit & {
  /** Letters and hyphens: what is counted. */
  name: string;
  /** Which requests count; the others pass. */
  counts: (ctx: Ctx) => boolean;
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const ctx = c.get('ctx');
    if (!counts(ctx)) return next();
    const key = `${name}|${networkOf(c.get('address'))}`;
    await countAttempt(ctx, key, limit);
    await next();
    if (!c.res.ok) await uncountAttempt(ctx, key);
  };
}
