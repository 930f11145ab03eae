import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { createSemaphore } from '#server/limits/semaphore.ts';
import { type Preview, previewSize } from './fill-preview.ts';

/** A worker has opened its fonts, some ten megabytes, which takes as long as a picture. */
const idleMs = 60_000;

/** Without it the outlines of many pictures are kept until the process has grown by half a gigabyte. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/** One at a time in this process: the others wait, some thirty at most. */
const oneAtATime = createSemaphore({ atOnce: 1, waiting: 30 });

/**
 * Draws the picture of an address as a PNG. The same preview gives the same bytes. The main thread computes none of it:
 * visitors choose which pictures are drawn, and every request would wait for each.
 * @throws Refusal busy when too many pictures wait
 */
export function drawPreview(preview: Preview): Promise<Uint8Array<ArrayBuffer>> {
  return oneAtATime(async () => {
    const picture = sharp(await fillInWorker(preview), { raw: { ...previewSize, channels: 3 } });
    return new Uint8Array(await picture.png({ compressionLevel: 9 }).toBuffer());
  });
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** The pixels of a picture, by a worker thread that stays for the next one and keeps no process alive. */
async function fillInWorker(preview: Preview): Promise<Uint8Array> {
  clearTimeout(idle);
  worker ??= new Worker(new URL('./fill-preview-worker.ts', import.meta.url), { resourceLimits });
  const filling = worker;
  const settled = new AbortController();
  const { signal } = settled;
  try {
    filling.ref();
    filling.postMessage(preview);
    const ended = once(filling, 'exit', { signal }).then(() => {
      throw new Error('The worker that fills pictures ended.');
    });
    const [pixels] = await Promise.race([once(filling, 'message', { signal }), ended]);
    filling.unref();
    idle = setTimeout(endWorker, idleMs).unref();
    return pixels;
  } catch (error) {
    endWorker();
    throw error;
  } finally {
    settled.abort();
  }
}

function endWorker(): void {
  void worker?.terminate();
  worker = undefined;
}
