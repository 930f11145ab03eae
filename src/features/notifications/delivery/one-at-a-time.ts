import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs one act of a key at a time in this process. Another one of the same key waits for `timeoutMs` at most, so that
 * one that takes long does not hold the others' worker as well; it is then answered with null, and has not run.
 */
export function oneAtATime(timeoutMs: number) {
  const running = new Map<string, Promise<unknown>>();
  return async <T>(key: string, act: () => Promise<T>): Promise<{ answer: T } | null> => {
    const until = performance.now() + timeoutMs;
    for (let before = running.get(key); before; before = running.get(key)) {
      const left = until - performance.now();
      if (left <= 0) return null;
      const waiting = new AbortController();
      await Promise.race([before, sleep(left, undefined, { signal: waiting.signal }).catch(() => {})]);
      waiting.abort();
    }
    const acting = act();
    running.set(
      key,
      acting.catch(() => {}),
    );
    try {
      return { answer: await acting };
    } finally {
      running.delete(key);
    }
  };
}
