import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dayMs } from '#shared/time/durations.ts';
import { onlyRow } from '../db/only-row.ts';
import { connectAsSuperuser } from '../embedded-postgres/connect-as-superuser.ts';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error.ts';
import {
  type ArchiveLine,
  createLine,
  listBases,
  listLines,
  newLineId,
  readArchivedUntil,
  writeArchivedUntil,
} from './archive-line.ts';
import { copySegments, LineBroken, slotOf, slotPrefix } from './copy-segments.ts';
import { mirrorFiles } from './mirror-files.ts';
import { pruneArchive } from './prune-archive.ts';
import { parseLsn } from './wal-position.ts';
import { type BaseParts, writeBase } from './write-base.ts';

/** What is committed is in the archive within a minute, the time that copying takes included. */
const everyMs = 50_000;
const purpose = 'sumi-archive';
/** A stop does not wait longer for the last round. */
const lastRoundMs = 2000;

export type ArchiveParts = Omit<BaseParts, 'data'> & {
  folder: string;
  /** For how many days back each moment can be restored. */
  days: number;
  /** People's files, where they are in a folder. */
  files: string | null;
  say: (line: string) => void;
};

type Server = { host: string; port: number; data: string };

export type Archive = {
  /** One round: marks the moment, copies what is complete, and makes a base backup where one is due. */
  round(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Archives the write-ahead log of the embedded database from outside, by a replication slot: no command of a shell, and
 * nothing for a write to wait for. Each round closes the segment at hand if anything was committed, which is what
 * bounds the loss. A round that fails is told once and repeated; the database keeps its log meanwhile.
 */
export async function keepArchive(server: Server, parts: ArchiveParts): Promise<Archive> {
  const { folder, say } = parts;
  await refuseUnusable(folder);
  const stopping = new AbortController();
  const bases = baseMaker(server, parts, stopping.signal);
  let client: pg.Client | null = null;
  let line: ArchiveLine | null = null;
  /** The transactions there were after the last mark. */
  let seen = '';
  let markedAt = new Date(0);
  let lastLogged = '';
  let stopped: Promise<void> | null = null;

  async function connected(): Promise<pg.Client> {
    client ??= await connectAsSuperuser(server, purpose);
    return client;
  }

  async function round(): Promise<void> {
    try {
      await copyAndNote(await connected());
    } catch (error) {
      // Without its slot the database keeps no log for the line: the next round begins another one, with a base backup.
      if (client && line && (error instanceof LineBroken || !(await keepsLog(client, line)))) {
        await dropSlots(client);
        line = null;
      }
      // The connection may be what failed.
      await client?.end().catch(() => {});
      client = null;
      throw error;
    }
  }

  async function copyAndNote(asked: pg.Client): Promise<void> {
    line ??= await findLine(asked, folder);
    const archivedUntil = await readArchivedUntil(line);
    const before = archivedUntil?.segment ?? line.firstSegment - 1n;
    // What waits already is copied before a mark closes a segment: while the folder accepts no file, each closed
    // segment would add 16 MB to the log that the database keeps.
    await copySegments(asked, line, server.data, before + 1n);
    const { at, position } = await mark(asked, line);
    const last = (await copySegments(asked, line, server.data, before + 1n)) ?? before;
    if (position !== null && last < (position - 1n) / line.segmentBytes) return;
    if (parts.files) await mirrorFiles(parts.files, folder, at);
    await writeArchivedUntil(line, { at, markedAt, segment: last, trouble: bases.trouble() });
    await bases.makeIfDue(line, at);
  }

  /** Commits a mark and closes the segment, if any transaction came since the last one. */
  async function mark(asked: pg.Client, { id }: ArchiveLine): Promise<{ at: Date; position: bigint | null }> {
    const { at, snapshot } = await readMoment(asked);
    if (seen === `${id} ${snapshot}`) return { at, position: null };
    // A restore to a moment looks for a commit after it: this one, where no other came.
    await asked.query('select pg_current_xact_id()');
    const after = await readMoment(asked);
    const { rows } = await asked.query<{ lsn: string }>('select pg_switch_wal()::text as lsn');
    seen = `${id} ${after.snapshot}`;
    markedAt = at;
    return { at, position: parseLsn(onlyRow(rows).lsn) };
  }

  const safely = async () => {
    try {
      await round();
      if (lastLogged) say('The archive of the database goes on.');
      lastLogged = '';
    } catch (error) {
      const why = `The archive of the database stands still: ${(error as Error).message}`;
      if (why !== lastLogged) say(why);
      lastLogged = why;
    }
  };
  let rounds: Promise<void> = Promise.resolve();
  const next = () => {
    rounds = rounds.then(safely);
    return rounds;
  };
  await next();
  const timer = setInterval(next, everyMs);
  async function stop(): Promise<void> {
    clearInterval(timer);
    stopping.abort();
    await bases.made();
    await Promise.race([next(), sleep(lastRoundMs, undefined, { ref: false })]);
    await client?.end().catch(() => {});
  }

  return {
    async round() {
      const asked = rounds.catch(() => {}).then(round);
      rounds = asked.catch(() => {});
      await asked;
      await bases.made();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Makes the base backups of an archive, one at a time, beside the rounds. */
function baseMaker(server: Server, parts: ArchiveParts, stopping: AbortSignal) {
  const { folder, days, say } = parts;
  let trouble: string | null = null;
  let making: Promise<void> | null = null;

  async function make(line: ArchiveLine, now: Date): Promise<void> {
    let client: pg.Client | null = null;
    try {
      client = await connectAsSuperuser(server, purpose);
      await writeBase(client, line, { ...parts, data: server.data }, stopping);
      await pruneArchive(folder, line, new Date(now.getTime() - days * dayMs));
      trouble = null;
    } catch (error) {
      if (stopping.aborted) return;
      trouble = `no base backup: ${(error as Error).message}`;
      say(`The archive of the database has ${trouble}`);
    } finally {
      await client?.end().catch(() => {});
      making = null;
    }
  }

  return {
    /** Begins one where the newest is a day old; it is made while rounds go on. */
    async makeIfDue(line: ArchiveLine, now: Date): Promise<void> {
      const newest = (await listBases(line)).at(-1);
      const isNew = newest && newest.usableFrom.getTime() > now.getTime() - dayMs;
      if (making || stopping.aborted || isNew) return;
      making = make(line, now);
    },
    /** Why the last one failed; null where it did not. */
    trouble: () => trouble,
    made: async () => making,
  };
}

/** Lets the database forget the log that it keeps for an archive which the settings no longer name. */
export async function endArchive(server: Server): Promise<void> {
  const client = await connectAsSuperuser(server, purpose);
  try {
    await dropSlots(client);
  } finally {
    await client.end();
  }
}

async function dropSlots(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1)',
    [slotPrefix],
  );
}

/** Whether the database keeps its log for the line; also where it cannot be asked, as while it is away. */
async function keepsLog(client: pg.Client, { id }: ArchiveLine): Promise<boolean> {
  const { rowCount } = await client
    .query(`select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost'`, [
      slotOf(id),
    ])
    .catch(() => ({ rowCount: null }));
  return rowCount !== 0;
}

/** The line that the database's slot belongs to, else a new one that begins now. */
async function findLine(client: pg.Client, folder: string): Promise<ArchiveLine> {
  const { rows: slots } = await client.query<{ name: string }>(
    `select slot_name as name from pg_replication_slots
      where starts_with(slot_name, $1) and wal_status is distinct from 'lost'`,
    [slotPrefix],
  );
  const lines = await listLines(folder);
  const current = lines.find(({ id }) => slots.some(({ name }) => name === slotOf(id)));
  if (current) return current;
  await dropSlots(client);
  const id = newLineId();
  await client.query('select pg_create_physical_replication_slot($1, true)', [slotOf(id)]);
  const { rows } = await client.query<{ lsn: string; bytes: string; timeline: string; now: Date }>(
    `select restart_lsn::text as lsn, pg_size_bytes(current_setting('wal_segment_size'))::text as bytes,
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline, clock_timestamp() as now
      from pg_replication_slots where slot_name = $1`,
    [slotOf(id)],
  );
  const [begun] = rows;
  if (!begun) throw new Error('the database did not keep its replication slot');
  const segmentBytes = BigInt(begun.bytes);
  const line = {
    id,
    begunAt: begun.now,
    timeline: Number.parseInt(begun.timeline, 16),
    segmentBytes,
    firstSegment: parseLsn(begun.lsn) / segmentBytes,
  };
  return createLine(folder, line);
}

/** The instant, and which transactions have ended and which run. */
async function readMoment(client: pg.Client): Promise<{ at: Date; snapshot: string }> {
  const { rows } = await client.query<{ at: Date; snapshot: string }>(
    'select clock_timestamp() as at, pg_current_snapshot()::text as snapshot',
  );
  return onlyRow(rows);
}

async function refuseUnusable(folder: string): Promise<void> {
  const probe = path.join(folder, `probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A full disk must not keep a community from starting; the rounds tell of it.
    if (code === 'ENOSPC') return;
    throw new EmbeddedPostgresError(`WAL_ARCHIVE: ${folder} cannot be written to (${message}).`, {
      cause: error,
    });
  }
}
