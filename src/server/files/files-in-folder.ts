import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isFileName } from './file-names.ts';
import type { Files } from './files.ts';

/** Files in a folder of this machine, made when the first one comes. Several processes may share it. */
export function filesInFolder(root: string): Files {
  const placeOf = (name: string) => path.join(root, name);
  return {
    async write(name, bytes) {
      if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`);
      const place = placeOf(name);
      await mkdir(path.dirname(place), { recursive: true });
      // Beside it first: nobody ever reads half a file, and a crash leaves none under its name.
      const beside = `${place}.${randomUUID()}`;
      try {
        await writeThrough(beside, bytes);
        await rename(beside, place);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
      await flush(path.dirname(place));
    },

    async read(name) {
      if (!isFileName(name)) return null;
      try {
        return new Uint8Array(await readFile(placeOf(name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async remove(name) {
      if (isFileName(name)) await rm(placeOf(name), { force: true });
    },
  };
}

async function writeThrough(place: string, bytes: Uint8Array): Promise<void> {
  const file = await open(place, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name itself is on the disk only once its folder is; Windows has no such thing and needs none. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
