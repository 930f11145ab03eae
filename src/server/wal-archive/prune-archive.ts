import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type ArchiveLine,
  type Base,
  listBases,
  listLines,
  nameOf,
  readArchivedUntil,
  walFolder,
} from './archive-line.ts';
import { forgetRemovedFiles } from './mirror-files.ts';

/** The bases that stay: the newest one that is usable at `from`, and all after it; all while none is that old. */
export function basesToKeep<T extends Pick<Base, 'usableFrom'>>(bases: readonly T[], from: Date): T[] {
  const first = bases.findLastIndex(({ usableFrom }) => usableFrom <= from);
  return bases.slice(Math.max(0, first));
}

/**
 * Removes what no restore to `from` or later needs: base backups, the segments before them, lines that ended before.
 */
export async function pruneArchive(archive: string, current: ArchiveLine, from: Date): Promise<void> {
  for (const line of await listLines(archive)) {
    const archivedUntil = await readArchivedUntil(line);
    if (line.id !== current.id && (!archivedUntil || archivedUntil.at < from)) {
      await rm(line.folder, { recursive: true, force: true });
    } else {
      await pruneLine(line, from);
    }
  }
  await forgetRemovedFiles(archive, from);
}

async function pruneLine(line: ArchiveLine, from: Date): Promise<void> {
  const bases = await listBases(line);
  const kept = basesToKeep(bases, from);
  const [oldest] = kept;
  if (!oldest) return;
  for (const base of bases) {
    if (!kept.includes(base)) await rm(base.folder, { recursive: true, force: true });
  }
  const first = nameOf(line, oldest.startSegment);
  for (const name of await readdir(walFolder(line))) {
    // Names of one line sort as their segments do. Unfinished ones of a killed process go with their neighbours.
    if (name.slice(0, first.length) < first) await rm(path.join(walFolder(line), name), { force: true });
  }
}
