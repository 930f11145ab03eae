import type { MiddlewareHandler } from 'hono';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * Writes come from our own pages: a browser names the page's origin on every write, and only ours is
 * taken. A client that is no browser sends neither header, and carries no cookie it did not set itself.
 */
export function checkOrigin(isOurs: (origin: string, request: Request) => boolean): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const foreign = origin
        ? !isOurs(origin, c.req.raw)
        : site !== undefined && site !== 'same-origin' && site !== 'none';
      if (foreign) throw new Refusal(commonRefusals.foreignOrigin);
    }
    await next();
  };
}
