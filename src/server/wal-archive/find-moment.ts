import path from 'node:path';
import { OperatorError } from '../operator-error.ts';
import {
  type ArchivedUntil,
  type ArchiveLine,
  archivedFile,
  type Base,
  listBases,
  listLines,
  nameOf,
  namesIn,
  readArchivedUntil,
  walFolder,
} from './archive-line.ts';

export type Moment = { line: ArchiveLine; base: Base; archivedUntil: ArchivedUntil };

/** Reads an instant that names its zone, such as `2026-11-23T10:00-05:00`. */
export function readInstant(text: string): Date {
  const shape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:?\d{2})$/i.exec(
    text.trim(),
  );
  const [, day, time, zone] = shape ?? [];
  const offset = zone?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  const read = new Date(`${day}T${time}${offset}`);
  // JavaScript reads 30 February as 2 March.
  const hasDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day?.slice(-2));
  if (shape && hasDay && !Number.isNaN(read.getTime())) return read;
  throw new OperatorError(
    `${text} is no moment with its zone, such as 2026-11-23T10:00-05:00 or 2026-11-23T15:00Z.`,
  );
}

/**
 * The base backup and the segments that lead to an instant. @throws OperatorError for one outside of the archive, and
 * for an archive that lacks a segment.
 */
export async function findMoment(archive: string, until: Date): Promise<Moment> {
  const spans: { from: Date; to: Date }[] = [];
  let found: Moment | null = null;
  for (const line of await listLines(archive)) {
    const archivedUntil = await readArchivedUntil(line);
    if (!archivedUntil) continue;
    const bases = (await listBases(line)).filter(
      ({ stopSegment, usableFrom }) => stopSegment <= archivedUntil.segment && usableFrom <= archivedUntil.at,
    );
    const [first] = bases;
    if (!first) continue;
    spans.push({ from: first.usableFrom, to: archivedUntil.at });
    const base = bases.findLast(({ usableFrom }) => usableFrom <= until);
    if (base && until <= archivedUntil.at) found = { line, base, archivedUntil };
  }
  if (!found) throw new OperatorError(refusalOf(archive, until, spans));
  await refuseHoles(found);
  return found;
}

function refusalOf(archive: string, until: Date, spans: { from: Date; to: Date }[]): string {
  if (spans.length === 0) {
    return `${archive} holds no archive that a database can be restored from: set WAL_ARCHIVE as for the server.`;
  }
  const kept = spans.map(({ from, to }) => `from ${from.toISOString()} to ${to.toISOString()}`);
  return `${until.toISOString()} is not in the archive, which goes ${kept.join(' and ')}.`;
}

async function refuseHoles({ line, base, archivedUntil }: Moment): Promise<void> {
  const there = new Set(await namesIn(walFolder(line)));
  for (let segment = base.startSegment; segment <= archivedUntil.segment; segment++) {
    if (there.has(path.basename(archivedFile(line, segment)))) continue;
    throw new OperatorError(
      `The archive has a hole: ${nameOf(line, segment)} is missing from ${walFolder(line)}. Put it back, or restore a backup with npm run restore -- FILE.`,
    );
  }
}
