import type { Context } from 'hono';
import type { Actor } from '#shared/actor.ts';
import type { AnswerOf, AnyOperation } from '#shared/operation.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { mount, type Received } from '../http/mount.ts';
import type { PackedPage } from './packed-page.ts';

/** How a page is shared; `Value` is what is kept of it, usually the answer itself. */
type SharedRead<Op extends AnyOperation, Value> = {
  /** Every table that `read` reads. Each has a trigger `tell_stale`; `src/shared-reads.test.ts` compares. */
  tables: readonly string[];
  /**
   * The actor that reads the page for all readers who are alike: it has of the reader what the page may depend on, and
   * no person's id. Null for a reader whose page is not shared.
   */
  alike: (actor: Actor, received: Received<Op>) => Actor | null;
  /** What of the request the page depends on; all of it unless said otherwise. */
  dependsOn?: (received: Received<Op>) => unknown;
  /**
   * Reads the page as the actor of `ctx`, which is not the reader. It depends on nothing else of a person. It only reads:
   * the database of `ctx` may be a replica, which takes no writes and no locks.
   */
  read: (ctx: Ctx, received: Received<Op>) => Promise<Value>;
  /** The instant from which the clock alone makes the page wrong; `ctx` is the one it was read with. */
  goodUntil?: (value: Value, ctx: Ctx) => Date | null;
};

type Personal<Op extends AnyOperation, Value> = {
  /** The answer to the reader, with what is their own in it; the same `value` where nothing is. Null: read apart. */
  own: (ctx: Ctx, value: Value, received: Received<Op>) => Promise<AnswerOf<Op> | Value | null>;
  /** The answer to a reader whose page is not shared, and to every reader of a process that keeps no pages. */
  apart: (ctx: Ctx, received: Received<Op>) => Promise<AnswerOf<Op>>;
};

/** Mounts an operation whose page readers share: kept as bytes, and answered again until a table it reads changes. */
export function serveShared<Op extends AnyOperation>(
  api: Api,
  op: Op,
  parts: SharedRead<Op, AnswerOf<Op>>,
): void;
export function serveShared<Op extends AnyOperation, Value>(
  api: Api,
  op: Op,
  parts: SharedRead<Op, Value> & Personal<Op, Value>,
): void;
export function serveShared<Op extends AnyOperation>(
  api: Api,
  op: Op,
  {
    tables,
    alike,
    dependsOn = ({ params, query }) => [params, query],
    read,
    own,
    goodUntil,
    apart = read,
  }: SharedRead<Op, AnswerOf<Op>> & Partial<Personal<Op, AnswerOf<Op>>>,
): void {
  const sent = { description: 'Done.', type: 'application/json', schema: op.answer };
  mount(api, op, sent, async (c, received) => {
    const ctx = c.get('ctx');
    const { actor, now } = ctx;
    const reader = alike(actor, received);
    const pages = c.get('pages');
    if (!reader || !pages.keeps) return c.json(await apart(ctx, received), 200);
    const page = await pages.get(
      {
        key: `${op.id} ${JSON.stringify([reader, dependsOn(received)])}`,
        tables,
        userId: actor.kind === 'visitor' ? null : actor.userId,
        now,
      },
      async (replica) => {
        const alikeCtx = { ...ctx, db: replica ?? ctx.db, actor: reader };
        const value = await read(alikeCtx, received);
        return { value, goodUntil: goodUntil?.(value, alikeCtx) ?? null };
      },
    );
    const answer = own ? await own(ctx, page.value, received) : page.value;
    if (answer === page.value) return answerPacked(c, page.packed);
    return c.json(answer ?? (await apart(ctx, received)), 200);
  });
}

/** No person's own is in it, so the browser may store it, and asks each time whether it is still the page. */
async function answerPacked(c: Context<ApiEnv>, packed: PackedPage): Promise<Response> {
  const headers = { ETag: packed.etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
  if (packed.isNamedBy(c.req.header('if-none-match') ?? '')) return c.body(null, 304, headers);
  const { body, encoding } = await packed.inEncoding(c.req.header('accept-encoding') ?? '');
  return c.body(body, 200, {
    ...headers,
    'Content-Type': 'application/json',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}
