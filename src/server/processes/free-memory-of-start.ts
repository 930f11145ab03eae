import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Late enough for the first requests after a start, and for what the jobs do first. */
const usualDelayMs = 5000;

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Collects once what the start has left and returns its pages to the system. Loading the modules makes the heap twice
 * as large as what stays, and V8 alone keeps it so, also after minutes of rest. It stops the process for a tenth of a
 * second to a quarter. Answers after it is done.
 */
export async function freeMemoryOfStart(delayMs = usualDelayMs): Promise<void> {
  await sleep(delayMs, undefined, { ref: false });
  // The way to it that Node documents, for a process that was started without the flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  // Other kinds of collection keep the pages for objects to come.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
