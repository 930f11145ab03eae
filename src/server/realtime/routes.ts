import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Api } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { mount } from '../http/mount.ts';
import type { Hint, Streams } from './streams.ts';

const heartbeatEvery = 25_000;
/** A reader that takes longer for one message is gone or stuck; its browser will come back. */
const patience = 30_000;
/** Hints waiting for a slow reader, at most; past that it had better read everything again. */
const mostWaiting = 500;

const readEvents = operation({
  id: 'readEvents',
  method: 'get',
  path: '/api/events',
  summary: 'Server-sent events that name what is stale on the screens of whoever is signed in.',
  answer: z.string(),
  refusals: [commonRefusals.tooMany],
});

const readPublicEvents = operation({
  id: 'readPublicEvents',
  method: 'get',
  path: '/api/events/public',
  summary: 'Server-sent events that name what is stale on the pages that anybody may read.',
  answer: z.string(),
  refusals: [commonRefusals.tooMany],
});

const sent = {
  description: 'A stream that stays open.',
  type: 'text/event-stream',
  schema: readEvents.answer,
};

/**
 * Two streams of server-sent events. Each message names what is stale, never data. A browser that was
 * away reads everything on its screen again when it is back, so nothing has to be replayed.
 */
export function realtimeRoutes(streams: Streams) {
  return (api: Api): void => {
    mount(api, readEvents, sent, (c) => {
      const { actor } = c.get('ctx');
      if (actor.kind === 'visitor') throw new Refusal(commonRefusals.signInFirst);
      return openStream(c, streams, actor.userId);
    });
    mount(api, readPublicEvents, sent, (c) => openStream(c, streams, null));
  };
}

function openStream(c: Context<ApiEnv>, streams: Streams, userId: string | null): Response {
  const address = c.get('address');
  if (!streams.hasRoomFor({ userId, address })) throw new Refusal(commonRefusals.tooMany);
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, (stream) => relay(stream, streams, { userId, address }));
}

async function relay(
  stream: SSEStreamingApi,
  streams: Streams,
  { userId, address }: { userId: string | null; address: string },
): Promise<void> {
  const waiting: (Hint | 'heartbeat')[] = ['heartbeat'];
  let wake = () => {};
  let open = true;
  const close = () => {
    open = false;
    wake();
  };
  const tell = (hint: Hint | 'heartbeat') => {
    waiting.push(hint);
    if (waiting.length > mostWaiting) close();
    wake();
  };
  const listener = { userId, address, tell, close };
  streams.open(listener);
  stream.onAbort(close);
  const heartbeat = setInterval(() => tell('heartbeat'), heartbeatEvery);
  try {
    while (open) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        const inTime = await within(patience, stream.writeSSE(message(next)));
        if (!inTime) break;
      }
    }
  } finally {
    clearInterval(heartbeat);
    streams.closed(listener);
  }
}

function message(next: Hint | 'heartbeat') {
  return next === 'heartbeat'
    ? { event: 'heartbeat', data: '' }
    : { event: 'hint', data: JSON.stringify(next) };
}

async function within(ms: number, done: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([done.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
