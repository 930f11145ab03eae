import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isFileName } from './file-names.ts';
import type { Files } from './files.ts';
import { writeSafely } from './write-safely.ts';

/** Files in a folder of this machine, which the first write creates. Several processes may share it. */
export function filesInFolder(root: string): Files {
  const pathOf = (name: string) => path.join(root, name);
  return {
    async write(name, bytes) {
      if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`);
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeSafely(target, bytes);
    },

    async read(name) {
      if (!isFileName(name)) return null;
      try {
        return new Uint8Array(await readFile(pathOf(name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async remove(name) {
      if (isFileName(name)) await rm(pathOf(name), { force: true });
    },

    async *list() {
      const all = await readdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const found of all) {
        const name = found.split(path.sep).join('/');
        if (isFileName(name)) yield name;
      }
    },
  };
}
