import type { MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import type { Actor } from '#shared/actor.ts';
import { visitor } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { Db } from '../db/connect.ts';
import { notifyListeners } from '../events/notify-listeners.ts';
import { limitRequests, type RequestCounts } from '../limits/limit-requests.ts';
import type { Log } from '../log.ts';
import type { SharedPages } from '../shared-pages/shared-pages.ts';
import { answerError, answerRefusal } from './answer-errors.ts';
import { type Api, newApi } from './api.ts';
import { checkOrigin } from './check-origin.ts';
import { clientAddress, warnOfProxy } from './client-address.ts';
import { neverSniffed, secureApi, stayOnTls } from './security-headers.ts';

export type AppParts = {
  db: Db;
  log: Log;
  /** The instant a request is judged by. */
  clock: () => Date;
  /** The addresses the product is reached at; writes from pages elsewhere are refused. */
  origins: readonly string[];
  trustProxy: boolean;
  /** Paths that take a form from pages elsewhere. What serves them writes nothing. */
  formsFromElsewhere: readonly string[];
  /** The product is reached over TLS. */
  overTls: boolean;
  /**
   * Who the request comes from, by its cookie, with their rights at that instant; `refresh` is a cookie to hand back.
   */
  resolveActor: (
    request: Request,
    now: Date,
  ) => Promise<{
    actor: Actor;
    token: string | null;
    sessionEnds: number | null;
    refresh?: readonly string[];
  }>;
  pages: SharedPages;
  /** Counts the requests of members; null where they may ask without end. */
  requests: RequestCounts | null;
  /** Sees each request first and its answer last. */
  measure?: MiddlewareHandler | undefined;
  /** Each feature mounts its operations. */
  features: readonly ((api: Api) => void)[];
};

/** Builds the API: every request gets an id, a context with who asks and what time it is, and one way to fail. */
export function createApp(parts: AppParts): Api {
  const api = newApi();
  api.onError(answerError);
  api.notFound((c) => answerRefusal(c, commonRefusals.notFound));
  if (parts.measure) api.use(parts.measure);
  api.use(requestId({ limitLength: 64 }));
  api.use(neverSniffed);
  if (parts.overTls) api.use(stayOnTls);
  api.use('/api/*', secureApi);
  api.use(
    '/api/*',
    checkOrigin((origin) => parts.origins.includes(origin), parts.formsFromElsewhere, parts.log),
  );
  const warn = warnOfProxy(parts.log, parts.trustProxy);
  api.use('/api/*', async (c, next) => {
    warn(c);
    const ctx = {
      db: parts.db,
      actor: visitor as Actor,
      now: parts.clock(),
      log: parts.log,
      afterCommit: (act: (db: Db) => void) => act(parts.db),
    };
    c.set('address', clientAddress(c, parts.trustProxy));
    c.set('pages', parts.pages);
    // Set before the session is looked up, so that a fault there is logged like any other.
    c.set('ctx', ctx);
    const { actor, token, sessionEnds, refresh } = await parts.resolveActor(c.req.raw, ctx.now);
    c.set('ctx', { ...ctx, actor });
    c.set('resolveAgain', async () => {
      const now = parts.clock();
      // A visitor has no rights that could be taken away.
      const again = actor.kind === 'visitor' ? { actor } : await parts.resolveActor(c.req.raw, now);
      c.set('ctx', { ...ctx, actor: again.actor, now });
    });
    c.set('token', token);
    c.set('sessionEnds', sessionEnds);
    await next();
    // Events that triggers wrote reach every process at once too, and the member reads nothing older than their own
    // write.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      notifyListeners(parts.db);
      if (actor.kind === 'member') parts.pages.noteWrite(actor.userId);
    }
    // A cookie the request itself led to (signing in, signing out) is newer than a prolonged one.
    if (!refresh || c.res.headers.has('set-cookie')) return;
    for (const cookie of refresh) c.res.headers.append('set-cookie', cookie);
  });
  if (parts.requests) api.use('/api/*', limitRequests(parts.requests));
  for (const mount of parts.features) mount(api);
  return api;
}
