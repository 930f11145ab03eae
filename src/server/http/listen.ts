import { createServer } from 'node:http';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { AnswerKept } from '../shared-pages/answer-kept.ts';
import type { Api } from './api.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

/** Longer than a proxy keeps an idle connection (nginx: 60 s), which must never send into one that closes. */
const keepAliveTimeout = 75_000;

/** The name of this server in a request of HTTP/1.0 that names none, as HAProxy's health check. */
const unnamedHost = 'localhost';

/** What answers requests: pages that are kept at once, everything else the application. */
export type Answering = { answerKept: AnswerKept; fetch: Api['fetch'] };

/** Listens for requests; ends once the port is open. @throws Error as Node says it, where it cannot be opened */
export async function listen(
  { answerKept, fetch }: Answering,
  { port, hostname }: { port: number; hostname: string },
): Promise<ServerType> {
  const server = createAdaptorServer({
    fetch,
    hostname: unnamedHost,
    serverOptions: { keepAliveTimeout },
    createServer: (options: object, application: Parameters<typeof createServer>[1]) =>
      createServer(options, (request, response) => {
        if (!answerKept(request, response)) application?.(request, response);
      }),
  } as Parameters<typeof createAdaptorServer>[0]);
  if ('closeIdleConnections' in server) refuseUnreadable(server);
  server.listen(port, hostname);
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return server;
}
