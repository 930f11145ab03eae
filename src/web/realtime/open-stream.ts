import { featureOf, type Stale } from './gather-hints.ts';

/** A server that has not answered after 10 s is asked again. */
const openingAllowed = 10_000;
/** The server's heartbeat is every 25 s; a stream silent for longer than two of them is dead. */
const silenceAllowed = 60_000;
const firstDelay = 1000;
const longestDelay = 30_000;

/**
 * Keeps one stream of hints open until stopped, connecting again whenever it ends: at once the server closes it when
 * the person's rights change, with back-off while the server does not answer. `unheardSince`, by `performance.now()`,
 * is when the page began to read without a stream: the server sends the hints of that time first. Without it
 * everything is read again once the stream is open, as it is after any lost connection.
 */
export function openStream(
  address: string,
  {
    unheardSince,
    hear,
    refused,
  }: { unheardSince?: number | undefined; hear: (stale: Stale) => void; refused: () => void },
): () => void {
  let source: EventSource;
  let missed = unheardSince === undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const watch = (allowed = silenceAllowed) => {
    clearTimeout(silence);
    silence = setTimeout(again, allowed);
  };
  const again = () => {
    source.close();
    clearTimeout(silence);
    clearTimeout(retry);
    missed = true;
    retry = setTimeout(connect, delayAfter(failures));
    failures += 1;
  };
  const connect = () => {
    clearTimeout(retry);
    const unheard = missed ? '' : `?unheard=${Math.ceil(performance.now() - (unheardSince ?? 0))}`;
    source = new EventSource(address + unheard);
    watch(openingAllowed);
    source.addEventListener('open', () => {
      failures = 0;
      if (missed) hear('all');
      missed = false;
      watch();
    });
    source.addEventListener('heartbeat', () => watch());
    source.addEventListener('all', () => hear('all'));
    source.addEventListener('hint', ({ data }) => {
      watch();
      const { kind, ago = 0 } = JSON.parse(data) as { kind: string; ago?: number };
      // The server does not know how long the request for the stream was under way, so it sends older ones too.
      if (ago <= performance.now() - (unheardSince ?? 0)) hear({ feature: featureOf(kind) });
    });
    source.addEventListener('error', () => {
      // The browser gives up on an answer that is no stream, most often a 401 after signing out.
      if (source.readyState === EventSource.CLOSED) refused();
      again();
    });
  };
  const backOnline = () => {
    failures = 0;
    again();
  };

  window.addEventListener('online', backOnline);
  connect();
  return () => {
    window.removeEventListener('online', backOnline);
    clearTimeout(retry);
    clearTimeout(silence);
    source.close();
  };
}

/** Back-off with jitter: after a restart not every browser reconnects in the same second. */
function delayAfter(failures: number): number {
  const longest = Math.min(longestDelay, firstDelay * 2 ** failures);
  return longest / 2 + (Math.random() * longest) / 2;
}
