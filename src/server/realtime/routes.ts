import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Api } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network-of.ts';
import type { Hint, Streams } from './streams.ts';

/** A browser that takes longer to accept one message is gone or stuck: its stream is closed and it connects again. */
const usualTimes = { heartbeatMs: 25_000, writeTimeoutMs: 30_000 };
/** A stream with more unsent messages is closed: its browser connects again and reads everything. */
const longestQueue = 500;

const unheard = z.object({
  /** For how many milliseconds the page has been reading without a stream: the hints of that time come first. */
  unheard: z.coerce.number().int().min(0).optional(),
});

const readEvents = operation({
  id: 'readEvents',
  method: 'get',
  path: '/api/events',
  summary: 'Server-sent events that name what is stale on the screens of the signed-in person.',
  query: unheard,
  answer: z.string(),
  refusals: [commonRefusals.tooMany],
});

const readPublicEvents = operation({
  id: 'readPublicEvents',
  method: 'get',
  path: '/api/events/public',
  summary: 'Server-sent events that name what is stale on public pages.',
  query: unheard,
  answer: z.string(),
  refusals: [commonRefusals.tooMany],
});

const sent = {
  description: 'A stream that stays open.',
  type: 'text/event-stream',
  schema: readEvents.answer,
};

/**
 * Two streams of server-sent events. Each message names what is stale and carries no data. A browser whose connection
 * was lost reads everything on its screen again; only the hints between a page's first reads and its stream are
 * replayed.
 */
export function realtimeRoutes(streams: Streams, times = usualTimes) {
  return (api: Api): void => {
    mount(api, readEvents, sent, (c, { query }) => {
      const { actor } = c.get('ctx');
      if (actor.kind === 'visitor') throw new Refusal(commonRefusals.signInFirst);
      return openStream(c, streams, times, actor.userId, query.unheard);
    });
    mount(api, readPublicEvents, sent, (c, { query }) => openStream(c, streams, times, null, query.unheard));
  };
}

function openStream(
  c: Context<ApiEnv>,
  streams: Streams,
  times: typeof usualTimes,
  userId: string | null,
  unheardMs: number | undefined,
): Response {
  const address = networkOf(c.get('address'));
  if (!streams.hasRoomFor({ userId, address })) throw new Refusal(commonRefusals.tooMany);
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const isDelivered = await relay(stream, streams, times, { userId, address, unheardMs });
    // Closing the stream would wait for the message that the browser does not accept, and its socket stay open.
    if (!isDelivered) destroySocket(c);
  });
}

/** Passes hints on until the stream is closed, by either side. Answers whether the last one was accepted. */
async function relay(
  stream: SSEStreamingApi,
  streams: Streams,
  { heartbeatMs, writeTimeoutMs }: typeof usualTimes,
  { userId, address, unheardMs }: { userId: string | null; address: string; unheardMs: number | undefined },
): Promise<boolean> {
  const queue: Message[] = ['heartbeat'];
  let wake = () => {};
  let open = true;
  let hasClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    hasClosed = resolve;
  });
  const close = () => {
    open = false;
    hasClosed();
    wake();
  };
  const send = (next: Message) => {
    queue.push(next);
    if (queue.length > longestQueue) close();
    wake();
  };
  const listener = { userId, address, send, close };
  streams.open(listener, unheardMs);
  stream.onAbort(close);
  const heartbeat = setInterval(() => send('heartbeat'), heartbeatMs);
  try {
    while (open) {
      const next = queue.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        const inTime = await within(writeTimeoutMs, stream.writeSSE(message(next)), closed);
        if (!inTime) return false;
      }
    }
  } finally {
    clearInterval(heartbeat);
    streams.closed(listener);
  }
  return true;
}

/** Ends the connection under a response at once; requests made inside this process have none. */
function destroySocket(c: Context<ApiEnv>): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  outgoing?.destroy();
}

type Message = Hint | 'all' | 'heartbeat';

function message(next: Message) {
  return typeof next === 'string' ? { event: next, data: '' } : { event: 'hint', data: JSON.stringify(next) };
}

async function within(ms: number, done: Promise<void>, givenUp: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([
    done.then(() => true as const),
    late,
    givenUp.then(() => false as const),
  ]);
  clearTimeout(timer);
  return inTime;
}
