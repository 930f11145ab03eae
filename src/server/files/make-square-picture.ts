import sharp from 'sharp';

/** What is never more than a photo: a few kilobytes that unfold to more than this are meant to do harm. */
const mostPixels = 40_000_000;
const mostSeconds = 10;

// Nothing but these three is ever opened, whatever a file calls itself: the library knows dozens of formats,
// among them documents and drawings that can name other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Each picture comes once, and the machine has other things to do.
sharp.cache(false);
sharp.concurrency(1);

/**
 * The middle of a picture as a square WebP of `side` pixels, made anew from its pixels: upright, and without
 * anything else that was in the file (where it was taken, a second file behind it). Null when the bytes are no
 * whole PNG, JPEG or WebP, or are one of more than 40 megapixels.
 */
export async function makeSquarePicture(
  bytes: Uint8Array,
  side: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 });
    return new Uint8Array(await picture.toBuffer());
  } catch {
    // The library says in words alone what was wrong: with these settings it is always the file.
    return null;
  }
}
