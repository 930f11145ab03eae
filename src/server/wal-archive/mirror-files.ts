import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isFileName } from '../files/file-names.ts';
import { writeSafely } from '../files/write-safely.ts';
import { namesIn } from './archive-line.ts';

/**
 * Copies people's files that the archive does not have yet. A file never changes under its name. One that was removed
 * goes to `files-removed`, from where a restore to an earlier moment still takes it.
 */
export async function mirrorFiles(source: string, archive: string, now: Date): Promise<void> {
  const [there, here] = await Promise.all([listFiles(source), listFiles(path.join(archive, 'files'))]);
  for (const name of there) {
    if (here.has(name)) continue;
    const bytes = await readFile(path.join(source, name)).catch((error: NodeJS.ErrnoException) => {
      // It may have been removed a moment ago.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) continue;
    const target = path.join(archive, 'files', name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await writeSafely(target, bytes);
  }
  for (const name of here) {
    if (there.has(name)) continue;
    const target = path.join(archive, 'files-removed', name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(path.join(archive, 'files', name), target);
    await utimes(target, now, now);
  }
}

/** Removes the files that went before `before`. */
export async function forgetRemovedFiles(archive: string, before: Date): Promise<void> {
  const folder = path.join(archive, 'files-removed');
  for (const name of await listFiles(folder)) {
    const { mtime } = await stat(path.join(folder, name));
    if (mtime < before) await rm(path.join(folder, name), { force: true });
  }
}

/** Puts every file of the archive into a folder, those of other moments too: the restore removes what no row names. */
export async function bringFilesBack(archive: string, target: string): Promise<number> {
  let count = 0;
  for (const kept of ['files', 'files-removed']) {
    for (const name of await listFiles(path.join(archive, kept))) {
      const file = path.join(target, name);
      await mkdir(path.dirname(file), { recursive: true });
      await copyFile(path.join(archive, kept, name), file);
      count++;
    }
  }
  return count;
}

async function listFiles(folder: string): Promise<Set<string>> {
  if ((await namesIn(folder)).length === 0) return new Set();
  const all = await readdir(folder, { recursive: true });
  return new Set(all.map((name) => name.split(path.sep).join('/')).filter(isFileName));
}
