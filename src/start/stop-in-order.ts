import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';

/** A step may take this long, unless it says otherwise; the whole stop takes at most 10 s. */
const stepTimeoutMs = 2500;
const stopTimeoutMs = 9500;

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends this process at once on SIGTERM or SIGINT, until `stopInOrder` takes over: what a start has begun is undone by
 * the database, or done again by the next start. Without a handler the first process of a container ignores both.
 */
export function stopWhileStarting(): void {
  for (const signal of stopSignals) process.on(signal, endAtOnce);
}

const endAtOnce = () => process.exit(0);

export type Step = (() => unknown) | { run: () => unknown; withinMs: number };

/**
 * Runs the steps in order on SIGTERM or SIGINT, so that running requests end before their database closes. The same
 * after an error that no code caught, because the state of the process is unknown then: it exits with 1 and is started
 * again. A promise that failed and that no code waited for is logged alone: its request has failed already or never
 * depended on it, and the requests of other people go on.
 */
export function stopInOrder(log: Log, steps: readonly Step[]): void {
  let stopping = false;
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    for (const step of steps) {
      const { run, withinMs } = typeof step === 'function' ? { run: step, withinMs: stepTimeoutMs } : step;
      try {
        await Promise.race([run(), sleep(withinMs, undefined, { ref: false })]);
      } catch (error) {
        log.warn({ err: error }, 'a part did not stop cleanly');
      }
    }
    process.exit(exitCode);
  };
  for (const signal of stopSignals) process.off(signal, endAtOnce).on(signal, () => stop(0));
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a promise failed that no code waited for');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that no code caught: the process stops');
    void stop(1);
  });
}
