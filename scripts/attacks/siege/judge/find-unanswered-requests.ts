import type { Lost } from '../load/load-requests.ts';
import type { Server } from '../servers/start-server.ts';

/**
 * Requests without an answer, of a server that had no reason to leave them. A long answer that is read from the
 * database piece by piece breaks off where the database `isAway`: its reader must see that, and asks again. The end of
 * a process is heard of later than that of its connections: on a busy machine, by `patience` times as much.
 */
export function findUnansweredRequests(lost: readonly Lost[], isAway: boolean, patience = 1): string[] {
  return lost.flatMap(({ server, what, sentAt, endedAt, isPart }) => {
    const { ended, toldToStopAt } = server;
    if (isPart && isAway) return [];
    if (wasWithWorker(server, endedAt, patience)) return [];
    if (!ended || endedAt < Math.min(ended.at, toldToStopAt ?? Infinity) - 500 * patience) {
      return [
        `${what}: cut off by a server that lives, ${Math.round(endedAt - sentAt)} ms after it was sent`,
      ];
    }
    // A server that was told to stop answers what it is doing.
    const isCut =
      toldToStopAt !== null && sentAt < toldToStopAt - 200 * patience && endedAt < toldToStopAt + 1400;
    return isCut ? [`${what}: cut off by a server that was told to stop, in the middle`] : [];
  });
}

/** Whether a request may have ended with a worker that was killed, of which the supervisor of the workers tells. */
function wasWithWorker({ killedAt }: Server, endedAt: number, patience: number): boolean {
  return killedAt.some((at) => endedAt > at - 2000 * patience && endedAt < at + 500 * patience);
}
