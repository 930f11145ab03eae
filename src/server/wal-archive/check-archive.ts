import { minuteMs } from '#shared/time/durations.ts';
import { WorkFailed } from '../jobs/due-work.ts';
import type { Chore } from '../jobs/start-jobs.ts';
import { listBases, listLines, readArchivedUntil } from './archive-line.ts';

/** An archive that is so far behind is told of, and a line that has no base backup for so long. */
const behindMs = 5 * minuteMs;

/**
 * Looks whether the archive goes on, and shows among what is stuck when it does not or lacks a new base backup. No
 * moment of a line can be restored before its first one. That may also never end, or end with each process that makes
 * it: then no failure of it is noted.
 */
export function checkArchive(folder: string): Chore {
  return {
    name: 'wal-archive',
    everyMinutes: 5,
    async run({ now }) {
      const line = (await listLines(folder)).at(-1);
      const archivedUntil = line ? await readArchivedUntil(line) : null;
      const lasting = { lasting: true };
      if (!archivedUntil) throw new WorkFailed('nothing of the database is in the archive yet', lasting);
      if (archivedUntil.at.getTime() < now.getTime() - behindMs) {
        throw new WorkFailed(`the archive ends at ${archivedUntil.at.toISOString()}`, lasting);
      }
      if (archivedUntil.trouble) throw new WorkFailed(archivedUntil.trouble, lasting);
      if (line && line.begunAt.getTime() < now.getTime() - behindMs && (await listBases(line)).length === 0) {
        const since = line.begunAt.toISOString();
        throw new WorkFailed(
          `no moment since ${since} can be restored: there is no base backup yet`,
          lasting,
        );
      }
    },
  };
}
