import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type Actor, memberOf } from '#shared/actor.ts';
import { type AnswerOf, type AnyOperation, keptOffline } from '#shared/operation.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { mount, type Received } from '../http/mount.ts';
import { isNamedBy, isPlain, packedHeaders } from './answer-kept.ts';
import { packOwn, type SharedPage } from './shared-page.ts';

/** How a page is shared; `Value` is what is kept of it, usually the answer itself. */
type SharedRead<Op extends AnyOperation, Value> = {
  /**
   * Every table that `read` reads. Each has a trigger `invalidate_shared`, which
   * `src/across-features/shared-reads.test.ts` compares.
   */
  tables: readonly string[];
  /**
   * The actor that reads the page for all readers who are alike: it has of the reader what the page may depend on,
   * and no person's id. Null for a reader whose page is not shared.
   */
  cacheAs: (actor: Actor, received: Received<Op>) => Actor | null;
  /** What of the request the page depends on; all of it unless said otherwise. */
  dependsOn?: (received: Received<Op>) => unknown;
  /**
   * Reads the page as the actor of `ctx`, which is not the reader. It depends on nothing else of a person. It only
   * reads: the database of `ctx` may be a replica, which takes no writes and no locks.
   */
  read: (ctx: Ctx, received: Received<Op>) => Promise<Value>;
  /** The instant from which the clock alone makes the page wrong; `ctx` is the one it was read with. */
  expiresAt?: (value: Value, ctx: Ctx) => Date | null;
};

type Personal<Op extends AnyOperation, Value> = {
  /**
   * The answer to the reader, with what is their own in it; the same `value` where nothing is. Null: read with
   * `readUncached`.
   */
  personalise: (ctx: Ctx, value: Value, received: Received<Op>) => Promise<AnswerOf<Op> | Value | null>;
  /**
   * Every table beside `tables` of which `personalise` reads the reader's rows. Each has triggers `invalidate_own`,
   * which name the person; `src/across-features/shared-reads.test.ts` compares.
   */
  ownTables: readonly string[];
  /** The instant from which the clock alone makes the reader's answer wrong, beside that of the page. */
  personalExpiresAt?: (answer: AnswerOf<Op>, ctx: Ctx) => Date | null;
};

/** The answer to a reader whose page is not shared, and to every reader of a process that keeps no pages. */
type ReadUncached<Op extends AnyOperation> = (ctx: Ctx, received: Received<Op>) => Promise<AnswerOf<Op>>;

/**
 * Mounts an operation whose page readers share: kept as bytes, and answered again until a table it reads changes. An
 * answer with something of the reader in it is kept too, for them alone.
 */
export function serveShared<Op extends AnyOperation>(
  api: Api,
  op: Op,
  parts: SharedRead<Op, AnswerOf<Op>> & Partial<Personal<Op, AnswerOf<Op>>>,
): void;
export function serveShared<Op extends AnyOperation, Value>(
  api: Api,
  op: Op,
  parts: SharedRead<Op, Value> & Personal<Op, Value> & { readUncached: ReadUncached<Op> },
): void;
export function serveShared<Op extends AnyOperation>(
  api: Api,
  op: Op,
  {
    tables,
    cacheAs,
    dependsOn = ({ params, query }) => [params, query],
    read,
    personalise,
    ownTables = [],
    personalExpiresAt,
    expiresAt,
    readUncached = read,
  }: SharedRead<Op, AnswerOf<Op>> & Partial<Personal<Op, AnswerOf<Op>> & { readUncached: ReadUncached<Op> }>,
): void {
  const sent = { description: 'Done.', type: 'application/json', schema: op.answer };
  mount(api, op, sent, async (c, received) => {
    const ctx = c.get('ctx');
    const { actor, now } = ctx;
    const reader = cacheAs(actor, received);
    const pages = c.get('pages');
    if (!reader || !pages.isEnabled) return c.json(await readUncached(ctx, received), 200);
    const userId = actor.kind === 'visitor' ? null : actor.userId;
    const asked = {
      key: `${op.id} ${JSON.stringify([reader, dependsOn(received)])}`,
      tables,
      userId,
      now,
    };
    const readShared = () =>
      pages.get(asked, async (replica) => {
        const sharedCtx = { ...ctx, db: replica ?? ctx.db, actor: reader };
        const value = await read(sharedCtx, received);
        return { value, expiresAt: expiresAt?.(value, sharedCtx) ?? null };
      });
    if (!personalise || userId === null) {
      const page = await readShared();
      rememberAddress(c, op, asked.key, null);
      return answerPacked(c, page);
    }
    return answerOwn(c, op, received, { tables, ownTables }, async () => {
      const shared = await readShared();
      const answer = await personalise(ctx, shared.value, received);
      if (answer === shared.value) return shared;
      const value = answer ?? (await readUncached(ctx, received));
      return packOwn(value, [shared.expiresAt, personalExpiresAt?.(value, ctx) ?? null]);
    });
  });
}

/**
 * Mounts an operation whose answer is the reader's own and does not change with the clock: kept as bytes, and answered
 * to them again until their rows in one of `ownTables` change.
 */
export function serveOwn<Op extends AnyOperation>(
  api: Api,
  op: Op,
  parts: {
    ownTables: readonly string[];
    read: (ctx: Ctx, received: Received<Op>) => Promise<AnswerOf<Op>>;
  },
): void {
  const { ownTables, read } = parts;
  const sent = { description: 'Done.', type: 'application/json', schema: op.answer };
  mount(api, op, sent, async (c, received) => {
    const ctx = c.get('ctx');
    const isKept = ctx.actor.kind === 'member' && c.get('pages').isEnabled;
    if (!isKept) return c.json(await read(ctx, received), 200);
    const make = async () => packOwn(await read(ctx, received), []);
    return answerOwn(c, op, received, { tables: [], ownTables }, make);
  });
}

/** Answers what is kept for the reader under their rights and the request, or what `make` makes. */
async function answerOwn<Op extends AnyOperation>(
  c: Context<ApiEnv>,
  op: Op,
  { params, query }: Received<Op>,
  tables: { tables: readonly string[]; ownTables: readonly string[] },
  make: () => Promise<SharedPage<unknown>>,
): Promise<Response> {
  const { actor, now } = c.get('ctx');
  const { sessionId: _, userId, ...rights } = memberOf(actor);
  const key = `${op.id} ${JSON.stringify([rights, params, query])}`;
  const page = await c.get('pages').getOwn({ ...tables, key, userId, now }, make);
  rememberAddress(c, op, key, userId);
  return answerPacked(c, page);
}

/** From now on the same request is answered by `answerKept`, as long as the page is good. */
function rememberAddress(c: Context<ApiEnv>, op: AnyOperation, key: string, userId: string | null): void {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  if (!incoming || !isPlain(incoming)) return;
  const { actor } = c.get('ctx');
  const token = c.get('token');
  // A token that opens no session now may open one later, when a ban is lifted, so its address is not remembered as a
  // visitor's.
  if (actor.kind === 'visitor' && token !== null) return;
  c.get('pages').rememberAddress(key, userId, {
    url: incoming.url,
    cookie: incoming.headers.cookie ?? '',
    token,
    actor,
    operation: `GET ${op.path}`,
    headers: op.offline ? Object.fromEntries([keptOffline]) : {},
  });
}

async function answerPacked(c: Context<ApiEnv>, page: SharedPage<unknown>): Promise<Response> {
  if (isNamedBy(page, c.req.header('if-none-match'))) return c.body(null, 304, packedHeaders(page, null));
  const { body, encoding } = await page.packed.inEncoding(c.req.header('accept-encoding') ?? '');
  return c.body(body, 200, packedHeaders(page, encoding));
}
