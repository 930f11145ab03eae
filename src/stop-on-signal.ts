import type { Log } from '#server/log.ts';

/** Each step may take this long; the whole stop takes at most 10 s. */
const stepTimeoutMs = 2500;
const stopTimeoutMs = 9500;

/** Runs the steps in order on SIGTERM or SIGINT, so that running requests end before their database closes. */
export function stopOnSignal(log: Log, steps: readonly (() => unknown)[]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    for (const step of steps) {
      try {
        await Promise.race([step(), later(stepTimeoutMs)]);
      } catch (error) {
        log.warn({ err: error }, 'a part did not stop cleanly');
      }
    }
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
