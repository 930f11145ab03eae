import { parentPort, workerData } from 'node:worker_threads';
import { expandIcs } from './expand-ics.ts';

// Runs in a worker thread, which `expandIcsSafely` can terminate in the middle of an endless loop.
const { text, from, to } = workerData as { text: string; from: Date; to: Date };
try {
  parentPort?.postMessage({ events: expandIcs(text, from, to) });
} catch {
  parentPort?.postMessage({ events: null });
}
