import { dayMs, hourMs, minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import { type DueWork, dropDue, type Handler, putDue, WorkFailed } from '../jobs/due-work.ts';
import type { Files } from './files.ts';

/** Removes a file to which no row refers any more. By its name. */
const removeFileWork: DueWork = {
  kind: 'remove-file',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 4,
  pauseAfter: 4,
};

/** No upload takes as long as this from its first byte to its commit. */
const unownedMs = dayMs;

/** Has a file removed, once the transaction that takes away the last reference to it has committed. */
export function wantFileRemoved(ctx: Ctx, name: string): Promise<void> {
  return putDue(ctx, removeFileWork, name);
}

/**
 * Stores a file that has no owner yet. It is removed after a day unless `keepFile` is called, so that a process that is
 * killed in between leaves no file without an owner.
 */
export async function writeUnowned(ctx: Ctx, files: Files, name: string, bytes: Uint8Array): Promise<void> {
  await putDue(ctx, removeFileWork, name, new Date(ctx.now.getTime() + unownedMs));
  await files.write(name, bytes);
}

/** Keeps such a file: in the transaction that writes the reference to it. */
export function keepFile(ctx: Ctx, name: string): Promise<void> {
  return dropDue(ctx, removeFileWork, name);
}

/** Removes the files that are to be removed, and retries while the store of files does not answer. */
export function removeFiles(files: Files): Handler {
  return {
    work: removeFileWork,
    async run(_ctx, name) {
      try {
        await files.remove(name);
      } catch (error) {
        throw new WorkFailed('the store of files did not remove a file', { cause: error });
      }
      return undefined;
    },
  };
}
