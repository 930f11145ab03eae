import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../http/api-env.ts';
import { networkOf } from '../http/network-of.ts';
import { countAttempt, type Limit, uncountAttempt } from './count-attempt.ts';

/**
 * Limits how often an address may do something. The attempt is counted before the request is looked at, and taken back
 * when the answer is no success: a mistake in a form costs none.
 */
export function limitAttempts({
  name,
  onlyVisitors = false,
  ...limit
}: Limit & {
  /** Letters and hyphens: what is counted. */
  name: string;
  /** Members pass, and do not count. */
  onlyVisitors?: boolean;
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const ctx = c.get('ctx');
    if (onlyVisitors && ctx.actor.kind === 'member') return next();
    const key = `${name}|${networkOf(c.get('address'))}`;
    await countAttempt(ctx, key, limit);
    await next();
    if (!c.res.ok) await uncountAttempt(ctx, key);
  };
}
