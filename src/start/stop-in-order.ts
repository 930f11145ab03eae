import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';

/** A step may take this long, unless it says otherwise; the whole stop takes at most 10 s. */
const stepTimeoutMs = 2500;
const stopTimeoutMs = 9500;

/** A terminal that closes sends SIGHUP: there it keeps its meaning, and ends the process at once. */
const hearsHangup = !process.stdout.isTTY;
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends this process at once on SIGTERM, SIGINT or SIGHUP, until `stopInOrder` takes over: what a start has begun is
 * undone by the database, or done again by the next start. Without a handler the first process of a container ignores
 * them.
 */
export function stopWhileStarting(): void {
  for (const signal of stopSignals) process.on(signal, endAtOnce);
  if (hearsHangup) process.on('SIGHUP', endAtOnce);
}

const endAtOnce = () => process.exit(0);

let hangupIsKept = false;
const keep = () => {
  hangupIsKept = true;
};

/** Has a SIGHUP that comes during the start wait for `stopInOrder`, instead of ending this process. */
export function keepHangup(): void {
  if (hearsHangup) process.off('SIGHUP', endAtOnce).on('SIGHUP', keep);
}

export type Step = (() => unknown) | { run: () => unknown; withinMs: number };

/**
 * Runs the steps in order on SIGTERM or SIGINT, so that running requests end before their database closes. SIGHUP does
 * the same, unless `onHangup` says otherwise. The steps also run after an error that no code caught, because the
 * state of the process is unknown then: it exits with 1 and is started again. A promise that failed and that no code
 * waited for is logged alone: its request has failed already or never depended on it, and the requests of other people
 * go on.
 */
export function stopInOrder(log: Log, steps: readonly Step[], onHangup?: () => unknown): void {
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
  if (hearsHangup) {
    const hangUp = onHangup ?? (() => stop(0));
    process.off('SIGHUP', endAtOnce).off('SIGHUP', keep).on('SIGHUP', hangUp);
    if (hangupIsKept) hangUp();
  }
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a promise failed that no code waited for');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that no code caught: the process stops');
    void stop(1);
  });
}
