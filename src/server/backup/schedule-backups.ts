import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { gigabyte, readDisk } from '../files/check-disk.ts';
import { WorkFailed } from '../jobs/due-work.ts';
import type { Chore, Jobs, RunningJobs } from '../jobs/start-jobs.ts';
import type { BackupsInBucket } from './backups-in-bucket.ts';
import { copyBackups, wantCopy } from './copy-backups.ts';
import { isScheduledBackup, nameBackup } from './name-backup.ts';

export type BackupSchedule = {
  /** Null: no backups by the clock. */
  everyHours: number | null;
  /** How many of the backups that the clock made stay. */
  keep: number;
  folder: string;
  /** Stands in the names of the backups: of a folder or a bucket that several communities share, each keeps its own. */
  host: string;
  passphraseFile: string | null;
};

export type ScheduledBackups = Required<Jobs> & RunningJobs;

/**
 * The chore that makes a backup every so many hours. `script` is the program that does (`scripts/operate/backup.ts`):
 * a process of its own, because the key of a passphrase takes a second in which the server would answer nothing. Older
 * backups are removed only once the new one was read back, so the disk needs room for one more: else none is begun,
 * because the database may lie on the same disk. The first failure shows among what is stuck. With `bucket`, each is
 * copied there afterwards, as due work of its own.
 */
export function scheduleBackups(
  schedule: BackupSchedule,
  script: string,
  bucket: BackupsInBucket | null = null,
): ScheduledBackups {
  const { everyHours, folder, host, passphraseFile } = schedule;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const chore = (hours: number): Chore => ({
    name: 'back-up',
    everyMinutes: hours * 60,
    async run(ctx) {
      await needRoom(schedule);
      const name = nameBackup(ctx.now, { host, sealed: passphraseFile !== null, scheduled: true });
      const file = path.join(folder, name);
      const made = runScript(script, file, stopping.signal);
      running = made.catch(() => {});
      await made;
      const oldestKept = await removeOldest(schedule);
      if (bucket) await wantCopy(ctx, name, oldestKept);
    },
  });
  return {
    chores: everyHours === null ? [] : [chore(everyHours)],
    handlers: [copyBackups(bucket, schedule, stopping.signal)],
    /** A backup that is under way fails, and is made again some minutes after the next start. */
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function runScript(script: string, file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [script, '--to', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGTERM',
    });
    let errorOutput = '';
    child.stderr?.on('data', (chunk) => {
      errorOutput = `${errorOutput}${chunk}`.slice(-2000);
    });
    // An abort is told as an error, but the process may still be ending.
    child.on('error', () => {});
    child.on('close', (code) => {
      if (code === 0) return resolve();
      if (signal.aborted) return reject(new WorkFailed('the server was stopped during a backup'));
      const why = errorOutput.trim().split('\n')[0] || `the program ended with ${code}`;
      reject(new WorkFailed(why, { lasting: true }));
    });
  });
}

/** @throws WorkFailed where the disk has no room for a backup larger than the newest, with a gigabyte to spare */
async function needRoom(schedule: BackupSchedule): Promise<void> {
  const { folder } = schedule;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [newest] = await listScheduled(schedule);
  const { size } = newest ? await stat(path.join(folder, newest)) : { size: 0 };
  const { free } = await readDisk(folder);
  if (free >= 1.3 * size + gigabyte) return;
  const left = `${(free / gigabyte).toFixed(1)} GB are free`;
  throw new WorkFailed(`the disk has no room for another backup: ${left}`, { lasting: true });
}

/** The backups that the clock made, the newest first. */
async function listScheduled({ folder, host }: BackupSchedule): Promise<string[]> {
  const made = (await readdir(folder)).filter((name) => isScheduledBackup(name, host));
  return made.sort().reverse();
}

/** Removes the oldest backups that the clock made, beyond the newest `keep`; answers the oldest that stays. */
async function removeOldest(schedule: BackupSchedule): Promise<string> {
  const { folder, keep } = schedule;
  const names = await listScheduled(schedule);
  for (const name of names.slice(keep)) await rm(path.join(folder, name), { force: true });
  return names.slice(0, keep).at(-1) ?? '';
}
