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

/** So many bytes are made before the headers are sent. */
const madeFirst = 64 * 1024;

/**
 * Mounts an operation whose answer is too large to be put together in memory: `act` answers its pieces in order,
 * each sent as it is made. A refusal is thrown before the first piece. An error while the first bytes are made is
 * answered as one, with a 503 where the database is away. An error after them cuts the connection, so that the reader
 * does not take a part for the whole.
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
    const pieces = await act(ctx, received);
    const headers = {
      'Content-Type': type,
      ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    };
    // Its answer has no body: nothing is made, and no audit line says that a file was taken.
    if (received.headOnly) return c.body(null, 200, headers);
    return c.body(toStream(await begin(pieces), ctx), 200, headers);
  });
}

/** The first pieces, and where the others come from. */
type Begun = { made: Uint8Array[]; rest: AsyncIterator<string | Uint8Array> };

async function begin(pieces: Pieces): Promise<Begun> {
  const rest = pieces[Symbol.asyncIterator]();
  const made: Uint8Array[] = [];
  for (let bytes = 0; bytes < madeFirst; bytes += made.at(-1)?.length ?? 0) {
    const { value, done } = await rest.next();
    if (done) break;
    made.push(toBytes(value));
  }
  return { made, rest };
}

const encoder = new TextEncoder();
const toBytes = (piece: string | Uint8Array) => (typeof piece === 'string' ? encoder.encode(piece) : piece);

function toStream({ made, rest }: Begun, { log }: Ctx): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const first = made.shift();
      if (first) return controller.enqueue(first);
      try {
        const { value, done } = await rest.next();
        if (done) controller.close();
        else controller.enqueue(toBytes(value));
      } catch (error) {
        log.error({ err: error }, 'an answer was cut off');
        controller.error(error);
      }
    },
    async cancel() {
      await rest.return?.();
    },
  });
}
