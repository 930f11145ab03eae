import type { ServerType } from '@hono/node-server';
import { closeGently } from '../http/close-gently.ts';
import { replacedMs, type SupervisorMessage } from './worker-part.ts';

/**
 * Ends this worker, as a signal does, once another one has taken its place and what it had begun is answered. A signal
 * that comes meanwhile ends it sooner.
 */
export function leaveWhenReplaced(server: ServerType, closeStreams: () => void): void {
  process.on('message', async (message: SupervisorMessage) => {
    if (message?.is !== 'replaced') return;
    await closeGently(server, closeStreams, { mostMs: replacedMs });
    process.kill(process.pid, 'SIGTERM');
  });
}
