import type { Log } from '#server/log.ts';

/** What is still under way this long after the signal is cut off; the whole stop takes 10 s at most. */
const drainFor = 2500;
const atMost = 9500;

/** On SIGTERM or SIGINT: lets running requests end, then closes one part after the other, in order. */
export function stopOnSignal(log: Log, steps: readonly (() => unknown)[]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), atMost).unref();
    for (const step of steps) {
      try {
        await Promise.race([step(), later(drainFor)]);
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
