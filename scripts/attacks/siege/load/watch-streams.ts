import http from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Server } from '../servers/start-server.ts';
import { origin } from '../servers/system-under-test.ts';
import type { Member } from './fixtures.ts';

/** A stream of events of a person at one server. */
export type Watched = {
  server: Server;
  /** When it was closed, by `performance.now()`; null while it is open. */
  closedAt: number | null;
  close(): void;
};

/** The streams of a person and of a visitor. */
export const streamPaths = ['/api/events', '/api/events/public'] as const;

/** Opens a stream of events, of a person or of a visitor (null), and waits until it says its first word. */
export function watchStream(server: Server, by: Member | null): Promise<Watched> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${server.url}${streamPaths[by ? 0 : 1]}`, {
      agent: false,
      headers: { origin, 'x-forwarded-for': by?.address ?? '10.9.9.8', ...(by && { cookie: by.cookie }) },
    });
    const watched: Watched = { server, closedAt: null, close: () => request.destroy() };
    // A server that is killed may end the stream before its first word: then there is none to watch.
    const end = () => {
      watched.closedAt ??= performance.now();
      reject(new Error('the stream ended'));
    };
    request.on('error', end);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request.destroy();
        return reject(new Error(`the stream was answered ${response.statusCode}`));
      }
      response.on('close', end).on('error', end);
      response.once('data', () => resolve(watched));
      response.resume();
    });
  });
}
