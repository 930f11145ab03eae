/**
 * Makes the demo's clips and avatars again and writes them to `../seed/clips` and `../seed/avatars`:
 * `npm run clips -- [slug …] [avatars]`, all of them when no name is given. Chromium paints each frame from a
 * scene of `scenes/`; ffmpeg encodes the frames and must be installed. The results are committed.
 *
 * H.264 with AAC in MP4 is the one format that iPhones, Chrome and the Chromium of the tests all play.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Clip, clips } from '../seed/clips.ts';
import { launchChromium } from '../src/testing/chromium.ts';
import { avatars } from './avatars.ts';
import { scenes } from './scenes.ts';
import { synthesise } from './sound.ts';
import { openStudio, paintFrame, paintStill } from './studio.ts';

const perSecond = 30;
const most = { clip: 350_000, poster: 25_000, all: 7_000_000 };
const seed = join(import.meta.dirname, '../seed');

async function makeClip(page: Page, clip: Clip) {
  const scene = scenes[clip.slug];
  if (!scene) throw new Error(`scenes/${clip.slug}.ts is missing from scenes.ts`);
  const file = join(seed, 'clips', clip.file);
  const sound = join(tmpdir(), `${clip.slug}.wav`);
  await writeFile(sound, synthesise(scene.tune, clip.seconds));

  const faults = new Set<string>();
  const encoder = encode(sound, file);
  for (let frame = 0; frame < clip.seconds * perSecond; frame++) {
    const painted = await paintFrame(page, clip.slug, frame / perSecond, clip.seconds);
    for (const fault of painted.faults) faults.add(fault);
    if (!encoder.stdin.write(painted.picture)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await once(encoder, 'close');
  await rm(sound);
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} at ${clip.slug}`);
  if (faults.size > 0) throw new Error(`${clip.slug}: ${[...faults].join('; ')}`);

  const poster = await paintStill(page, 'poster', clip.slug);
  await writeFile(join(seed, 'clips', clip.poster), poster);
  await writeFile(join(seed, 'clips', clip.captions), captionsOf(scene.captions));
  const { size } = await stat(file);
  console.log(`${clip.slug}: ${kilobytes(size)}, poster ${kilobytes(poster.length)}`);
  if (size > most.clip || poster.length > most.poster) throw new Error(`${clip.slug} is too big`);
}

/**
 * Takes JPEG frames on its standard input. Level 3.1 is what the decoders of cheap phones take. A clip is one group
 * of pictures: more keyframes would cost a third more.
 */
function encode(sound: string, file: string) {
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', `${perSecond}`, '-i', '-', '-i', sound];
  const picture =
    '-c:v libx264 -preset veryslow -tune animation -crf 27 -profile:v high -level 3.1 -refs 4 -g 600 -threads 2'.split(
      ' ',
    );
  const colours = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');
  const filter = [
    '-vf',
    'scale=in_range=full:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p',
  ];
  const rest =
    '-c:a aac -b:a 48k -ac 1 -shortest -movflags +faststart -map_metadata -1 -fflags +bitexact'.split(' ');
  const all = ['-y', '-loglevel', 'error', ...input, ...filter, ...picture, ...colours, ...rest, file];
  return spawn('ffmpeg', all, { stdio: ['pipe', 'inherit', 'inherit'] });
}

function captionsOf(lines: readonly (readonly [number, number, string])[]): string {
  const moment = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, '0')}`;
  return `WEBVTT\n\n${lines.map(([from, to, text]) => `${moment(from)} --> ${moment(to)}\n${text}\n`).join('\n')}`;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const named = process.argv.slice(2);
const wanted = clips.filter((clip) => named.length === 0 || named.includes(clip.slug));
const unknown = named.filter((name) => name !== 'avatars' && !clips.some((clip) => clip.slug === name));
if (unknown.length > 0) {
  console.error(
    `No clip is called ${unknown.join(', ')}. There are: avatars, ${clips.map((clip) => clip.slug).join(', ')}`,
  );
  process.exit(1);
}
if (wanted.length > 0) execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
await mkdir(join(seed, 'clips'), { recursive: true });
await mkdir(join(seed, 'avatars'), { recursive: true });
const browser = await launchChromium();
const page = await openStudio(browser);
for (const clip of wanted) await makeClip(page, clip);
if (named.length === 0 || named.includes('avatars')) {
  for (const name of Object.keys(avatars)) {
    await writeFile(join(seed, 'avatars', `${name}.webp`), await paintStill(page, 'avatar', name));
  }
}
await browser.close();
const sizes = await Promise.all(clips.map(async (clip) => (await stat(join(seed, 'clips', clip.file))).size));
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`All clips: ${kilobytes(total)}`);
if (total > most.all) throw new Error('The clips are too big together');
