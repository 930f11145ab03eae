import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFileName } from './file-names.ts';
import { filesInFolder } from './files-in-folder.ts';

let outer: string;
beforeAll(async () => {
  outer = await mkdtemp(path.join(tmpdir(), 'sumi-files-'));
});
afterAll(() => rm(outer, { recursive: true }));

it('filesInFolder leaves no temporary file when a write fails', async () => {
  const root = path.join(outer, 'failing');
  const files = filesInFolder(root);
  const name = newFileName('things', 'txt');
  // A value that cannot be written stands in for a full disk.
  await expect(files.write(name, {} as Uint8Array)).rejects.toThrow();
  expect(await readdir(path.join(root, 'things'))).toEqual([]);
});

it.each([
  '../secret',
  'things/../../secret',
  `things/${'a'.repeat(32)}.txt/../../../secret`,
  '/etc/hostname',
  'secret',
])('filesInFolder refuses a name that leads out of its folder: %s', async (name) => {
  const root = path.join(outer, 'inside');
  const files = filesInFolder(root);
  await writeFile(path.join(outer, 'secret'), 'nobody reads this');
  expect(await files.read(name)).toBeNull();
  await files.remove(name);
  await expect(files.write(name, new Uint8Array(1))).rejects.toThrow('Not the name of a file');
  expect(await readdir(outer)).toContain('secret');
});
