import type { SendHandle } from 'node:child_process';
import type { Worker } from 'node:cluster';
import { setImmediate as afterReading } from 'node:timers/promises';

/** How Node's supervisor of a port speaks with a worker about a connection (`lib/internal/cluster/utils.js`). */
type Handing = { act?: string; seq?: number; ack?: number } | null;

/**
 * Hands a connection that a worker was being given when it ended on to another worker, as Node does where a worker
 * takes one no more. Node forgets those of a worker that is gone: they would stay open without an answer for as long as
 * their browsers wait. Where no other worker serves, they are closed.
 *
 * A channel is closed once all that its worker said has been read. A connection that it did not say it took it has read
 * nothing from.
 */
export function handOnConnections(worker: Worker, othersServe: () => boolean): void {
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
  worker.once('exit', async () => {
    while (worker.isConnected()) await afterReading();
    for (const [seq, connection] of given) {
      if (othersServe())
        worker.process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false });
      else connection.close();
    }
    given.clear();
  });
}
