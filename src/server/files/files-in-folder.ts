import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isFileName } from './file-names.ts';
import type { Files } from './files.ts';

/** Files in a folder of this machine, which the first write creates. Several processes may share it. */
export function filesInFolder(root: string): Files {
  const pathOf = (name: string) => path.join(root, name);
  return {
    async write(name, bytes) {
      if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`);
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true });
      // Writes to a temporary name and renames: no reader gets half a file, also after a crash.
      const temporary = `${target}.${randomUUID()}`;
      try {
        await writeAndSync(temporary, bytes);
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(target));
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

async function writeAndSync(target: string, bytes: Uint8Array): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder too, so that the name of a file outlasts a crash. Windows cannot and need not sync folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
