import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clips } from '#seed/clips.ts';
import { findLanguage } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { avatars } from './avatars.ts';
import { scenes } from './scenes.ts';

const folder = join(import.meta.dirname, '../../seed/clips');

test('every clip has its scene, its picture, its captions and a film that starts before it is all there', async () => {
  expect(clips.map((clip) => clip.slug).sort()).toEqual(Object.keys(scenes).sort());
  const wanted = clips.flatMap((clip) => [clip.file, clip.poster, clip.captions]);
  expect((await readdir(folder)).sort()).toEqual(wanted.sort());
  for (const clip of clips) {
    const film = await readFile(join(folder, clip.file));
    expect(film.indexOf('moov'), clip.slug).toBeLessThan(film.indexOf('mdat'));
    expect(secondsOf(film), clip.slug).toBeCloseTo(clip.seconds, 1);
  }
});

test('the clips are small enough for a phone on a poor connection', async () => {
  const sizes = await Promise.all(clips.map(async (clip) => (await stat(join(folder, clip.file))).size));
  const posters = await Promise.all(clips.map(async (clip) => (await stat(join(folder, clip.poster))).size));
  expect(Math.max(...sizes)).toBeLessThan(350_000);
  expect(Math.max(...posters)).toBeLessThan(25_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(7_000_000);
});

test('every clip names a language and a level that the product knows, and every language has one', () => {
  for (const clip of clips) {
    expect(findLanguage(clip.language)?.code).toBe(clip.language);
    expect(levels).toContain(clip.level);
  }
  expect(new Set(clips.map((clip) => clip.language)).size).toBe(14);
  expect(new Set(clips.flatMap((clip) => clip.topics)).size).toBe(14);
});

test('captions follow one another from the first second to the last', () => {
  for (const clip of clips) {
    const { captions } = scenes[clip.slug]!;
    expect(captions[0]?.[0], clip.slug).toBe(0);
    expect(captions.at(-1)?.[1], clip.slug).toBe(clip.seconds);
    for (const [i, [from]] of captions.entries()) if (i > 0) expect(from).toBe(captions[i - 1]?.[1]);
  }
});

test('every portrait is there', async () => {
  const files = await readdir(join(folder, '../avatars'));
  expect(files.sort()).toEqual(
    Object.keys(avatars)
      .map((name) => `${name}.webp`)
      .sort(),
  );
});

/** The length that the film's own header (`mvhd`, version 0) gives. */
function secondsOf(film: Buffer): number {
  const at = film.indexOf('mvhd');
  return film.readUInt32BE(at + 20) / film.readUInt32BE(at + 16);
}
