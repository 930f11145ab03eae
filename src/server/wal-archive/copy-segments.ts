import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { onlyRow } from '../db/only-row.ts';
import { writeSafely } from '../files/write-safely.ts';
import { type ArchiveLine, archivedFile, nameOf } from './archive-line.ts';
import { parseLsn, writeLsn } from './wal-position.ts';

/** The database has removed a segment that was not archived: this line ends, and another one begins. */
export class LineBroken extends Error {}

export const slotPrefix = 'sumi_archive_';
export const slotOf = (id: string) => `${slotPrefix}${id}`;

/**
 * Copies the complete segments from `first` on, and answers the last one of the archive, or null. A replication slot
 * has the database keep each until it was copied and synced, whatever is killed in between. Nothing in the archive is
 * written over: a segment that is there is whole.
 */
export async function copySegments(
  client: pg.Client,
  line: ArchiveLine,
  data: string,
  first: bigint,
): Promise<bigint | null> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
  const complete = parseLsn(onlyRow(rows).lsn) / line.segmentBytes;
  for (let segment = first; segment < complete; segment++) {
    const target = archivedFile(line, segment);
    if (existsSync(target)) continue;
    const bytes = await readFile(path.join(data, 'pg_wal', nameOf(line, segment))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        throw new LineBroken(`the database no longer has ${nameOf(line, segment)}`);
      },
    );
    await writeSafely(target, await promisify(gzip)(bytes, { level: 1 }));
  }
  if (complete > first) {
    await client.query('select pg_replication_slot_advance($1, $2)', [
      slotOf(line.id),
      writeLsn(complete * line.segmentBytes),
    ]);
  }
  return complete > 0n && complete >= first ? complete - 1n : null;
}
