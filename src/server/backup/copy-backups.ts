import { stat } from 'node:fs/promises';
import path from 'node:path';
import { hourMs, minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import { type DueWork, type Handler, putDue, WorkFailed } from '../jobs/due-work.ts';
import type { BackupsInBucket } from './backups-in-bucket.ts';
import { isScheduledBackup } from './name-backup.ts';

/** Due once a backup that the clock made is to be copied; the subject is its name. */
const copyBackup: DueWork = {
  kind: 'copy-backup',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};

/** Notes that a new backup is to be copied, and forgets copies of backups that are no longer kept here. */
export async function wantCopy(ctx: Ctx, name: string, oldestKept: string): Promise<void> {
  await ctx.db
    .deleteFrom('dueWork')
    .where('kind', '=', copyBackup.kind)
    .where('subject', '<', oldestKept)
    .execute();
  await putDue(ctx, copyBackup, name);
}

/**
 * Sends a backup of `folder` to the bucket, and keeps as many of those that the clock of this host made there as here.
 * Without a bucket, copies that were wanted before are forgotten.
 */
export function copyBackups(
  bucket: BackupsInBucket | null,
  { folder, keep, host }: { folder: string; keep: number; host: string },
  signal: AbortSignal,
): Handler {
  return {
    work: copyBackup,
    async run(_ctx, name) {
      if (!bucket) return undefined;
      const file = path.join(folder, name);
      // One that another machine made is that machine's to send: this one looks again later.
      const isHere = await stat(file).catch(() => null);
      if (!isHere) throw new WorkFailed(`${name} is not in the folder of backups of this machine`);
      try {
        await bucket.send(file, signal);
        const there = (await bucket.names()).filter((name) => isScheduledBackup(name, host));
        for (const old of there.slice(0, -keep)) await bucket.remove(old);
      } catch (error) {
        if (signal.aborted) throw new WorkFailed('the server was stopped during a copy');
        throw new WorkFailed(`the bucket did not take ${name}: ${failureName(error)}`, { cause: error });
      }
      return undefined;
    },
  };
}

/** The name of the failure alone: its message may quote an address or a key. */
function failureName(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return code ?? (name === 'TimeoutError' ? 'no answer in time' : (name ?? 'failed'));
}
