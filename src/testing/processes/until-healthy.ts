import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A start takes a minute on a busy machine. What takes longer than this hangs. */
const longestStartMs = 240_000;
/** A server may accept a request and never answer it. */
const longestAnswerMs = 5_000;

/** Waits until a server that was started answers. False where it ended first or hangs, or `signal` was aborted. */
export async function untilHealthy(
  url: string,
  child: ChildProcess,
  { everyMs = 50, signal }: { everyMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const deadline = performance.now() + longestStartMs;
  while (child.exitCode === null && child.signalCode === null && !signal?.aborted) {
    const stops = [AbortSignal.timeout(longestAnswerMs), ...(signal ? [signal] : [])];
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.any(stops) }).catch(() => null);
    if (answer?.ok) return true;
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return false;
}
