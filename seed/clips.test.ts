import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLanguage } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { clips } from './clips.ts';

const folder = join(import.meta.dirname, 'clips');

test('seed/clips holds the film, the poster and the captions of each clip and nothing else', async () => {
  const wanted = clips.flatMap((clip) => [clip.file, clip.poster, clip.captions]);
  expect((await readdir(folder)).sort()).toEqual(wanted.sort());
});

test("each clip's film starts before it is loaded completely and lasts as long as the clip says", async () => {
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

test('each clip names a language and a level that the product knows, and the clips cover 14 languages and 14 topics', () => {
  for (const clip of clips) {
    expect(findLanguage(clip.language)?.code).toBe(clip.language);
    expect(levels).toContain(clip.level);
  }
  expect(new Set(clips.map((clip) => clip.language)).size).toBe(14);
  expect(new Set(clips.flatMap((clip) => clip.topics)).size).toBe(14);
});

test('the captions of each clip follow one another from the first second to the last', async () => {
  for (const clip of clips) {
    const text = await readFile(join(folder, clip.captions), 'utf8');
    const lines = [...text.matchAll(/^00:(\S+) --> 00:(\S+)$/gm)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ]);
    expect(lines[0]?.[0], clip.slug).toBe(0);
    expect(lines.at(-1)?.[1], clip.slug).toBe(clip.seconds);
    for (const [i, [from]] of lines.entries()) if (i > 0) expect(from, clip.slug).toBe(lines[i - 1]?.[1]);
  }
});

/** The length that the film's own header (`mvhd`, version 0) gives. */
function secondsOf(film: Buffer): number {
  const at = film.indexOf('mvhd');
  return film.readUInt32BE(at + 20) / film.readUInt32BE(at + 16);
}
