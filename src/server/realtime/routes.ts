import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Api } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network-of.ts';
import { EventStream, type StreamTimes } from './event-stream.ts';
import type { Streams } from './streams.ts';

/** A browser that takes longer to accept one message is gone or stuck: its stream is closed and it connects again. */
const usualTimes: StreamTimes = { heartbeatMs: 25_000, writeTimeoutMs: 30_000 };

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

export type StreamRights = {
  /** Whether nothing has changed about the rights of this request since they were read; without a query. */
  areInForce(c: Context<ApiEnv>): boolean;
};

/**
 * Two streams of server-sent events. Each message names what is stale and carries no data. A browser whose connection
 * was lost reads everything on its screen again; only the hints between a page's first reads and its stream are
 * replayed. A stream whose person's rights changed between being read and its opening would never be closed: it ends at
 * once, and its browser connects again.
 */
export function realtimeRoutes(streams: Streams, rights: StreamRights, times = usualTimes) {
  return (api: Api): void => {
    mount(api, readEvents, sent, (c, { query }) => {
      const { actor } = c.get('ctx');
      if (actor.kind === 'visitor') throw new Refusal(commonRefusals.signInFirst);
      return openStream(c, streams, times, { userId: actor.userId, unheardMs: query.unheard, rights });
    });
    mount(api, readPublicEvents, sent, (c, { query }) =>
      openStream(c, streams, times, { userId: null, unheardMs: query.unheard, rights: null }),
    );
  };
}

function openStream(
  c: Context<ApiEnv>,
  streams: Streams,
  times: StreamTimes,
  {
    userId,
    unheardMs,
    rights,
  }: { userId: string | null; unheardMs: number | undefined; rights: StreamRights | null },
): Response {
  const address = networkOf(c.get('address'));
  if (!streams.hasRoomFor({ userId, address })) throw new Refusal(commonRefusals.tooMany);
  for (const [name, value] of Object.entries(streamHeaders)) c.header(name, value);
  // What is not read would keep its place for half a minute.
  if (c.req.method === 'HEAD') return c.body(null);
  // The stream keeps the response of Node alone, not all that this request knows; requests made inside this process
  // have none.
  const sessionEnds = c.get('sessionEnds');
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const stream = new EventStream({
    ...{ userId, address, streams, times },
    lastsMs: userId && sessionEnds !== null ? sessionEnds - c.get('ctx').now.getTime() : null,
    destroyConnection: () => outgoing?.destroy(),
  });
  streams.open(stream, unheardMs);
  const body = new ReadableStream(stream, { highWaterMark: 0 });
  if (rights && !rights.areInForce(c)) stream.close();
  return c.newResponse(body);
}

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'Transfer-Encoding': 'chunked',
  'X-Accel-Buffering': 'no',
};
