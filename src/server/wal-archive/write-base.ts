import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type Pack, pack as tarPack } from 'tar-stream';
import { syncFolder } from '../files/write-safely.ts';
import { type ArchiveLine, asName, basesFolder, namesIn, writeBaseNote } from './archive-line.ts';
import { parseLsn } from './wal-position.ts';

/** Folders that a restored server fills itself; of `pg_wal`, the archive has what is needed. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init|current_logfiles|pgsql_tmp.*|t\d+_\d+.*)$/;
/** The file that says where recovery begins is read last, as `pg_basebackup` does. */
const control = 'global/pg_control';
const chunkBytes = 1024 * 1024;

type Entry = ReturnType<Pack['entry']>;
type Header = Parameters<Pack['entry']>[0];

export type BaseParts = {
  /** The folder of the running database. */
  data: string;
  dataDir: string;
  secret: string;
  /** Files directly in DATA_DIR that go along where they exist. */
  extras: readonly string[];
};

/**
 * Copies the data folder of a running server into the line, between `pg_backup_start` and `pg_backup_stop` on one
 * connection of its own. Files change and vanish meanwhile; the log of that time repairs all of it.
 */
export async function writeBase(
  client: pg.Client,
  line: ArchiveLine,
  { data, dataDir, secret, extras }: BaseParts,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await namesIn(basesFolder(line))) {
    if (name.startsWith('unfinished')) {
      await rm(path.join(basesFolder(line), name), { recursive: true, force: true });
    }
  }
  const folder = path.join(basesFolder(line), `unfinished-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const { rows: begun } = await client.query<{ lsn: string }>(
      `select pg_backup_start('sumi', true)::text as lsn`,
    );
    const pack = tarPack();
    const target = createWriteStream(path.join(folder, 'data.tar.gz'), { mode: 0o600, flush: true });
    const written = pipeline(pack, createGzip({ level: 1 }), target, { signal });
    written.catch((error: Error) => pack.destroy(error));
    await addFolder(pack, data, '', signal);
    await addFile(pack, control, path.join(data, control));
    const { rows: ended } = await client.query<{ lsn: string; label: string; at: Date }>(
      'select lsn::text, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)',
    );
    const [start, stop] = [begun[0], ended[0]];
    if (!start || !stop) throw new Error('PostgreSQL did not say where the base backup ended');
    pack.entry({ name: 'backup_label', mode: 0o600 }, stop.label);
    pack.finalize();
    await written;
    await writeFile(path.join(folder, 'secret'), secret, { mode: 0o600, flush: true });
    for (const name of extras) {
      await copyFile(path.join(dataDir, name), path.join(folder, name)).catch(ignoreMissing);
    }
    await writeBaseNote(folder, {
      // Instants here have milliseconds, PostgreSQL's have more.
      usableFrom: new Date(stop.at.getTime() + 1),
      startSegment: parseLsn(start.lsn) / line.segmentBytes,
      stopSegment: (parseLsn(stop.lsn) - 1n) / line.segmentBytes,
    });
    await rename(folder, path.join(basesFolder(line), asName(stop.at)));
    await syncFolder(basesFolder(line));
  } catch (error) {
    // Also ends a backup that PostgreSQL still waits for, with the connection.
    await client.end().catch(() => {});
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function addFolder(pack: Pack, root: string, inside: string, signal: AbortSignal): Promise<void> {
  const entries = await readdir(path.join(root, inside), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    signal.throwIfAborted();
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (leftOut.test(entry.name) || name === control) continue;
    if (entry.isDirectory()) {
      beginEntry(pack, { name, type: 'directory', mode: 0o700 });
      if (!emptied.has(name)) await addFolder(pack, root, name, signal);
    } else if (entry.isFile()) {
      await addFile(pack, name, path.join(root, name));
    }
  }
}

/** Adds as many bytes as the file has now; what it loses meanwhile becomes zeros, which recovery cuts off again. */
async function addFile(pack: Pack, name: string, file: string): Promise<void> {
  const opened = await open(file).catch(ignoreMissing);
  if (!opened) return;
  try {
    const { size } = await opened.stat();
    let entry: Entry | undefined;
    const added = new Promise<void>((resolve, reject) => {
      entry = beginEntry(pack, { name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    });
    added.catch(() => {});
    for (let at = 0; at < size; at += chunkBytes) {
      const chunk = await readChunk(opened, at, Math.min(chunkBytes, size - at));
      if (entry && !entry.write(chunk)) await Promise.race([once(entry, 'drain'), added]);
    }
    entry?.end(undefined);
    await added;
  } finally {
    await opened.close();
  }
}

/** The pack tells of an error too. Without a listener of the entry, a stop during a base would end the process. */
function beginEntry(pack: Pack, header: Header, told?: (error?: Error | null) => void): Entry {
  const entry = pack.entry(header, told);
  entry.on('error', () => {});
  return entry;
}

async function readChunk(opened: FileHandle, position: number, length: number): Promise<Buffer> {
  const chunk = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await opened.read(chunk, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return chunk;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
