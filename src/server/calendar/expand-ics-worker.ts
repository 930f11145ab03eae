import { parentPort, workerData } from 'node:worker_threads';
import { expandIcs } from './expand-ics.ts';

// A thread of its own, which `expandIcsSafely` can end in the middle of a rule that never yields.
const { text, from, to } = workerData as { text: string; from: Date; to: Date };
try {
  parentPort?.postMessage({ events: expandIcs(text, from, to) });
} catch {
  parentPort?.postMessage({ events: null });
}
