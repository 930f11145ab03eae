import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { nameOf, type Person, type Stop } from './tour.ts';

/** The pictures of the README: how each is called, and of which stop of the tour or which letter it is. */
const pictures: readonly { file: string; taken: string }[] = [
  { file: 'dashboard', taken: 'student-dashboard' },
  { file: 'class-page', taken: 'visitor-home-class-page' },
  { file: 'series', taken: 'admin-admin-classes-view-list-series-edit' },
  { file: 'letter', taken: 'letter-classes-starts-in-a-day-es' },
  { file: 'notes', taken: 'student-classes-tab-past-notes' },
  { file: 'clubs', taken: 'student-conversation-clubs' },
  { file: 'feed', taken: 'student-feed' },
  { file: 'ranking', taken: 'student-ranking' },
];
/** Side by side at the head of the README: the landing page as a desktop shows it, and two pages of a phone. */
const [landing, ...phones] = ['visitor-home', 'student-dashboard', 'student-feed'];

const folder = 'docs/pictures';
const phone = { left: 0, top: 0, width: 390, height: 844 };
const desktop = { left: 0, top: 0, width: 1280, height: 800 };

/** Whether the README shows this stop. */
export function isInReadme(person: Person, stop: Stop): boolean {
  const name = nameOf(person, stop);
  return name === landing || pictures.some(({ taken }) => taken === name);
}

/** Makes the pictures of the README of those in `out`: the first screen of each, as WebP of some tens of kilobytes. */
export async function makeReadmePictures(out: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { file, taken } of pictures) {
    await (await firstScreen(join(out, `${taken}-390-light.png`), phone))
      .webp({ quality: 82 })
      .toFile(join(folder, `${file}.webp`));
  }
  const height = 640;
  const gap = 16;
  const parts = [
    await firstScreen(join(out, `${landing}-1280-light.png`), desktop),
    ...(await Promise.all(phones.map((taken) => firstScreen(join(out, `${taken}-390-light.png`), phone)))),
  ];
  let left = 0;
  const placed: OverlayOptions[] = [];
  for (const part of parts) {
    const input = await sharp(await part.png().toBuffer())
      .resize({ height })
      .png()
      .toBuffer();
    placed.push({ input, left, top: 0 });
    left += ((await sharp(input).metadata()).width ?? 0) + gap;
  }
  await sharp({ create: { width: left - gap, height, channels: 4, background: 'transparent' } })
    .composite(placed)
    .webp({ quality: 82 })
    .toFile(join(folder, 'first-look.webp'));
}

/** A picture as high as a screen; one that is shorter, such as a letter, goes on in the colour of its foot. */
async function firstScreen(file: string, screen: typeof phone): Promise<Sharp> {
  const { width, height } = await sharp(file).metadata();
  const cut = { ...screen, height: Math.min(screen.height, height ?? 0), width: width ?? screen.width };
  const bottom = screen.height - cut.height;
  const image = sharp(file).extract(cut);
  return bottom > 0 ? image.extend({ bottom, extendWith: 'copy' }) : image;
}
