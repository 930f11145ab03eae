/** What a hint says: something changed in a feature, or anything may have (`all`) because we were away. */
export type Stale = { feature: string } | 'all';

/** `coins.changed` is about `coins`. */
export function featureOf(kind: string): string {
  return kind.split('.')[0] ?? kind;
}

/**
 * Gathers hints that come close together and acts once for all of them, after a wait that differs from browser
 * to browser: thousands who read the same board must not all ask for it in the same instant.
 * `wait` answers milliseconds; `act` gets the features that are stale, or `all`.
 */
export function gatherHints(wait: () => number, act: (stale: ReadonlySet<string> | 'all') => void) {
  let features = new Set<string>();
  let all = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    hear(stale: Stale): void {
      if (stale === 'all') all = true;
      else features.add(stale.feature);
      timer ??= setTimeout(() => {
        const gathered = all ? 'all' : features;
        timer = undefined;
        features = new Set();
        all = false;
        act(gathered);
      }, wait());
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
