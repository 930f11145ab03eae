import sharp from 'sharp';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { createSemaphore } from '../limits/semaphore.ts';

/** More pixels than a photo has: a small file that decodes to more is a decompression bomb. */
const mostPixels = 24_000_000;
/** A busy machine takes ten times as long as a second. */
const longest = 30;

/** One picture at a time: one of many pixels takes a second and a hundred megabytes. */
const throughSemaphore = createSemaphore({ atOnce: 1, waiting: 30 });

// Only these three formats are decoded, whatever the file claims to be: the library knows dozens, among them
// documents and drawings that can include other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Each picture is decoded once, so a cache would not help, and one thread leaves the machine to requests.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Crops the middle of a picture to an upright square WebP of `side` pixels, encoded again from its pixels, which drops
 * everything else in the file (the place where it was taken, appended files). Returns null when the bytes are not a
 * complete PNG, JPEG or WebP of at most 24 megapixels. @throws Refusal busy when too many pictures wait, or this one
 * takes more than `mostSeconds`
 */
export async function makeSquarePicture(
  bytes: Uint8Array,
  side: number,
  mostSeconds = longest,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return throughSemaphore(() => decode(bytes, side, mostSeconds));
}

async function decode(
  bytes: Uint8Array,
  side: number,
  mostSeconds: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 });
    return new Uint8Array(await picture.toBuffer());
  } catch (error) {
    // The library has no error codes. With these settings every error is about the file but that of a machine that is
    // busy.
    if (error instanceof Error && error.message.startsWith('timeout:'))
      throw new Refusal(commonRefusals.busy);
    return null;
  }
}
