import { parentPort } from 'node:worker_threads';
import { fillPreview, type Preview } from './fill-preview.ts';

// Runs in a worker thread, so that requests are answered while a picture is computed (`draw-preview.ts`).
parentPort?.on('message', (preview: Preview) => {
  const pixels = fillPreview(preview);
  parentPort?.postMessage(pixels, [pixels.buffer as ArrayBuffer]);
});
