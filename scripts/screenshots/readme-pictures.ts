import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { nameOf } from './tour.ts';

/** The pages whose pictures the README shows, as a student sees them on a phone. */
export const readmePages = ['/dashboard', '/feed', '/conversation-clubs', '/ranking'];

const folder = 'docs/pictures';
const screen = { left: 0, top: 0, width: 390, height: 844 };

/** Makes the pictures of the README of those in `out`: the first screen of each, as WebP of some tens of kilobytes. */
export async function makeReadmePictures(out: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const path of readmePages) {
    const taken = join(out, `${nameOf('student', { path })}-390-light.png`);
    await sharp(taken)
      .extract(screen)
      .webp({ quality: 82 })
      .toFile(join(folder, `${path.slice(1)}.webp`));
  }
}
