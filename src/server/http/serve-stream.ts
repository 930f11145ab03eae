import type { AnyOperation } from '#shared/operation.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { refuseForeignLink } from './check-origin.ts';
import { mount, type Received } from './mount.ts';

export type Streamed = {
  /** The media type of what is sent. */
  type: string;
  /** Saved under this name by a browser that follows a link to it. */
  fileName?: string;
};

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Mounts an operation whose answer is too large to be put together in memory: `act` answers its pieces in order,
 * each sent as it is made. A refusal is thrown before the first piece. An error after it cuts the connection, so
 * that the reader does not take a part for the whole.
 */
export function serveStream<Op extends AnyOperation>(
  api: Api,
  op: Op,
  { type, fileName }: Streamed,
  act: (ctx: Ctx, received: Received<Op>) => Pieces | Promise<Pieces>,
): void {
  const sent = { description: 'Done, piece by piece.', type, schema: op.answer };
  mount(api, op, sent, async (c, received) => {
    refuseForeignLink(c);
    const ctx = c.get('ctx');
    return c.body(toStream(await act(ctx, received), ctx), 200, {
      'Content-Type': type,
      ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    });
  });
}

function toStream(pieces: Pieces, { log }: Ctx): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const each = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await each.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
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
