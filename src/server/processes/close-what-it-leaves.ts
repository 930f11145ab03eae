import type { SendHandle } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** How Node's supervisor of a port speaks with a worker about a connection (`lib/internal/cluster/utils.js`). */
type Handing = { act?: string; seq?: number; ack?: number } | null;

/**
 * Closes the connection that a worker was being given when it died. Node forgets it: it would stay open without an
 * answer for as long as its browser waits, and its descriptor for as long as this process lives.
 */
export function closeWhatItLeaves(worker: Worker): void {
  const given = new Map<number, { close(): void }>();
  const sender = worker.process as {
    send: (message: Handing, handle?: SendHandle, ...rest: unknown[]) => boolean;
  };
  const send = sender.send.bind(sender);
  sender.send = (message, handle, ...rest) => {
    const isConnection = message?.act === 'newconn' && message.seq !== undefined && handle;
    if (isConnection) given.set(message.seq as number, handle as unknown as { close(): void });
    return send(message, handle, ...rest);
  };
  worker.process.on('internalMessage', (message: Handing) => {
    if (message?.ack !== undefined) given.delete(message.ack);
  });
  worker.once('exit', () => {
    for (const handle of given.values()) handle.close();
    given.clear();
  });
}
