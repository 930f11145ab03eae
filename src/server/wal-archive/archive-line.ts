import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeSafely } from '../files/write-safely.ts';
import { segmentName } from './wal-position.ts';

const segment = z.string().transform(BigInt);

const lineShape = z.object({
  id: z.string(),
  begunAt: z.iso.datetime().transform((text) => new Date(text)),
  timeline: z.number(),
  segmentBytes: segment,
  /** The first segment that the line may have. */
  firstSegment: segment,
});

const archivedUntilShape = z.object({
  /** Everything that was committed until this instant is in the archive. */
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** After this instant nothing was committed until `at` but a mark. */
  markedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The last segment of the archive. */
  segment,
  /** Why the latest base backup failed. */
  trouble: z.string().nullable(),
});

const baseShape = z.object({
  /** The first instant that it can be restored to. */
  usableFrom: z.iso.datetime().transform((text) => new Date(text)),
  /** The segments that it needs at least. */
  startSegment: segment,
  stopSegment: segment,
});

export type ArchivedUntil = z.output<typeof archivedUntilShape>;
export type Base = z.output<typeof baseShape> & { folder: string };

/**
 * One unbroken run of segments of one database, with the base backups that they continue. Whatever breaks it off, such
 * as a restore or another folder, begins a new line, so that no line ever holds segments of two histories.
 */
export type ArchiveLine = z.output<typeof lineShape> & { folder: string };

const numbersAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
const writeJson = (file: string, value: object) => writeSafely(file, JSON.stringify(value, numbersAsText, 1));

export const walFolder = (line: ArchiveLine) => path.join(line.folder, 'wal');
export const basesFolder = (line: ArchiveLine) => path.join(line.folder, 'bases');
export const nameOf = (line: ArchiveLine, at: bigint) => segmentName(line.timeline, at, line.segmentBytes);
/** A segment in the archive: compressed, as most of one that was closed early is zeros. */
export const archivedFile = (line: ArchiveLine, at: bigint) =>
  path.join(walFolder(line), `${nameOf(line, at)}.gz`);

export const newLineId = () => randomBytes(6).toString('hex');

export async function createLine(archive: string, line: Omit<ArchiveLine, 'folder'>): Promise<ArchiveLine> {
  const folder = path.join(archive, `line-${asName(line.begunAt)}-${line.id}`);
  const made = { ...line, folder };
  await mkdir(walFolder(made), { recursive: true, mode: 0o700 });
  await mkdir(basesFolder(made), { recursive: true, mode: 0o700 });
  await writeJson(path.join(folder, 'line.json'), line);
  return made;
}

/** The lines of an archive, the oldest first. */
export async function listLines(archive: string): Promise<ArchiveLine[]> {
  const lines: ArchiveLine[] = [];
  for (const name of (await namesIn(archive)).filter((one) => one.startsWith('line-')).sort()) {
    const folder = path.join(archive, name);
    const line = await readJson(path.join(folder, 'line.json'), lineShape);
    if (line) lines.push({ ...line, folder });
  }
  return lines;
}

export const readArchivedUntil = (line: ArchiveLine) =>
  readJson(path.join(line.folder, 'archived-until.json'), archivedUntilShape);
export const writeArchivedUntil = (line: ArchiveLine, archivedUntil: ArchivedUntil) =>
  writeJson(path.join(line.folder, 'archived-until.json'), archivedUntil);

/** The whole base backups of a line, the oldest first. */
export async function listBases(line: ArchiveLine): Promise<Base[]> {
  const bases: Base[] = [];
  for (const name of (await namesIn(basesFolder(line)))
    .filter((one) => !one.startsWith('unfinished'))
    .sort()) {
    const folder = path.join(basesFolder(line), name);
    const base = await readJson(path.join(folder, 'base.json'), baseShape);
    if (base) bases.push({ ...base, folder });
  }
  return bases;
}

export const writeBaseNote = (folder: string, base: Omit<Base, 'folder'>) =>
  writeJson(path.join(folder, 'base.json'), base);

/** An instant that sorts as a name of a file. */
export const asName = (at: Date) => at.toISOString().replaceAll(':', '-');

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function readJson<T extends z.ZodType>(file: string, shape: T): Promise<z.output<T> | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : shape.parse(JSON.parse(text));
}
