import { createRoute } from '@hono/zod-openapi';
import type { AnyOperation, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { limitBody } from './limit-body.ts';

export type Streamed = {
  /** The media type of what is sent. */
  type: string;
  /** Saved under this name by a browser that follows a link to it. */
  fileName?: string;
};

/**
 * Mounts an operation without a body whose answer is too large to be put together in memory: `act` answers its
 * pieces in order, each sent as it is made. Whatever is to be refused is thrown before that; an error on the way
 * cuts the connection, so that nobody takes a part for the whole.
 */
export function serveStream<Op extends AnyOperation>(
  api: Api,
  op: Op,
  { type, fileName }: Streamed,
  act: (ctx: Ctx, received: Pick<ReceivedOf<Op>, 'params' | 'query'>) => AsyncIterable<string>,
): void {
  const route = createRoute({
    method: op.method,
    path: op.path,
    operationId: op.id,
    summary: op.summary,
    middleware: [limitBody],
    tags: [op.path.split('/')[2] ?? 'sumi'],
    request: { ...(op.params && { params: op.params }), ...(op.query && { query: op.query }) },
    responses: {
      200: { description: 'Done, piece by piece.', content: { [type]: { schema: op.answer } } },
      401: { description: commonRefusals.signInFirst.message },
      403: { description: commonRefusals.notAllowed.message },
    },
  });
  api.openapi(route, (c) => {
    const ctx = c.get('ctx');
    const valid = (target: 'param' | 'query') => c.req.valid(target as never);
    const received = { params: op.params && valid('param'), query: op.query && valid('query') };
    const pieces = act(ctx, received as Pick<ReceivedOf<Op>, 'params' | 'query'>);
    return c.body(toStream(pieces, ctx), 200, {
      'Content-Type': type,
      ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    });
  });
}

function toStream(pieces: AsyncIterable<string>, { log }: Ctx): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const each = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await each.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ err: error }, 'an answer was cut off');
        controller.error(error);
      }
    },
    async cancel() {
      await each.return?.();
    },
  });
}
