import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clips } from '../seed/clips.ts';
import { avatars } from './avatars.ts';
import { scenes } from './scenes.ts';

const seed = join(import.meta.dirname, '../seed');

test('each clip of the demo has a scene and each scene has a clip', () => {
  expect(clips.map((clip) => clip.slug).sort()).toEqual(Object.keys(scenes).sort());
});

test('the committed captions of each clip are those of its scene', async () => {
  for (const clip of clips) {
    const committed = await readFile(join(seed, 'clips', clip.captions), 'utf8');
    const lines = scenes[clip.slug]!.captions.map(([, , text]) => text);
    expect(committed.split('\n').filter((line) => lines.includes(line))).toEqual(lines);
  }
});

test('each avatar that the studio draws is committed, and no other', async () => {
  const files = await readdir(join(seed, 'avatars'));
  expect(files.sort()).toEqual(
    Object.keys(avatars)
      .map((name) => `${name}.webp`)
      .sort(),
  );
});
