import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import { unpackData } from './unpack-data.ts';

type Entry = { name: string; type?: 'directory' | 'symlink'; linkname?: string };

/** Unpacks an archive of these entries into a new folder beside nothing else. */
async function unpack(...entries: [header: Entry, content?: string][]) {
  const parent = makeFolder();
  const folder = path.join(parent, 'data');
  const archive = pack();
  for (const [header, content] of entries) archive.entry(header, content ?? '');
  archive.finalize();
  const tar = extract();
  pipeline(archive, tar).catch(() => {});
  const unpacking = unpackData(tar, folder, null);
  return { parent, folder, unpacking };
}

it('a base backup is unpacked with its folders', async () => {
  const { folder, unpacking } = await unpack(
    [{ name: './', type: 'directory' }],
    [{ name: 'base/', type: 'directory' }],
    [{ name: 'base/1' }, 'rows'],
  );
  await unpacking;
  expect(await readFile(path.join(folder, 'base/1'), 'utf8')).toBe('rows');
});

it.each<[string, Entry]>([
  ['a file outside of the folder', { name: '../outside' }],
  ['a file of a folder whose name begins alike', { name: '../data-2' }],
  ['a folder outside', { name: '../outside/', type: 'directory' }],
  ['a link', { name: 'link', type: 'symlink', linkname: '/etc' }],
])('an archive that holds %s is refused, and nothing is written for it', async (_what, header) => {
  const { parent, folder, unpacking } = await unpack([{ name: './', type: 'directory' }], [header]);
  await expect(unpacking).rejects.toThrow('This is no base backup');
  expect(existsSync(path.join(folder, 'link'))).toBe(false);
  expect(await readdir(parent)).toEqual(['data']);
});
