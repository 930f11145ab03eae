import type { Stale } from './gather-hints.ts';
import { openStream } from './open-stream.ts';

/**
 * One stream a browser, however many tabs: over HTTP/1.1 a browser opens six connections to a site, and each
 * stream keeps one. The tab that holds the lock has the stream and tells the others; when it closes, the lock
 * and the stream pass to another. `unheardSince`, by `performance.now()`, is when this page began to read without a
 * stream. Answers how to stop.
 */
export function shareStream(
  address: string,
  {
    unheardSince,
    hear,
    refused,
  }: { unheardSince: number; hear: (stale: Stale) => void; refused: () => void },
): () => void {
  // Without locks (an old browser, or plain http away from localhost) each tab listens for itself.
  if (!navigator.locks) return openStream(address, { unheardSince, hear, refused });

  const name = `sumi:${address}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => hear(data as Stale);
  const stopping = new AbortController();

  const lead = (options: { unheardSince?: number }) =>
    new Promise<void>((release) => {
      const close = openStream(address, {
        ...options,
        hear(stale) {
          channel.postMessage(stale);
          hear(stale);
        },
        refused,
      });
      stopping.signal.addEventListener('abort', () => {
        close();
        release();
      });
    });

  navigator.locks
    .request(name, { ifAvailable: true }, (lock) =>
      lock && !stopping.signal.aborted ? lead({ unheardSince }) : 'taken',
    )
    .then(async (outcome) => {
      if (outcome !== 'taken' || stopping.signal.aborted) return;
      // Hints may have been missed between that tab's stream and ours.
      await navigator.locks.request(name, { signal: stopping.signal }, () => lead({}));
    })
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });

  return () => {
    stopping.abort();
    channel.close();
  };
}
