import type { Context, MiddlewareHandler } from 'hono';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Log } from '../log.ts';
import { noteSecurity } from '../note-security.ts';
import type { ApiEnv } from './api-env.ts';

/**
 * Writes come from our own pages: a browser names the page's origin on every write, and only ours is
 * taken. A client that is no browser sends neither header, and carries no cookie it did not set itself.
 */
export function checkOrigin(
  isOurs: (origin: string) => boolean,
  formsFromElsewhere: readonly string[],
  log: Log,
): MiddlewareHandler {
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead && !formsFromElsewhere.includes(c.req.path)) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const foreign = origin ? !isOurs(origin) : isForeign(site);
      if (foreign) {
        const named = (origin ?? site)?.slice(0, 200);
        noteSecurity(
          log,
          'foreign-origin',
          { origin: named },
          'a write from another site than APP_URL names',
        );
        throw new Refusal(commonRefusals.foreignOrigin);
      }
    }
    await next();
  };
}

/**
 * A file is handed out to our own pages and to an address typed by hand. A link elsewhere would have its reader,
 * unaware, read a file that is on record as an act of theirs. @throws Refusal foreignOrigin
 */
export function refuseForeignLink(c: Context<ApiEnv>): void {
  if (isForeign(c.req.header('sec-fetch-site'))) throw new Refusal(commonRefusals.foreignOrigin);
}

const isForeign = (site: string | undefined) =>
  site !== undefined && site !== 'same-origin' && site !== 'none';
