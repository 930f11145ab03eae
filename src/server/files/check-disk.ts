import { statfs } from 'node:fs/promises';
import { WorkFailed } from '../jobs/due-work.ts';
import type { Chore } from '../jobs/start-jobs.ts';

export const gigabyte = 1_000_000_000;

/** The bytes of the disk that a folder lies on, and how many of them this process may still write. */
export async function readDisk(folder: string): Promise<{ bytes: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: bsize * blocks, free: bsize * bavail };
}

/**
 * Looks whether the disk of DATA_DIR has room, and shows among what is stuck when less than a tenth or than `least`
 * bytes is free: an embedded database takes no writes on a full one. Where there are several machines, the one that
 * claims the chore looks at its own.
 */
export function checkDisk(folder: string, least = 2 * gigabyte): Chore {
  return {
    name: 'disk',
    everyMinutes: 60,
    async run() {
      const { bytes, free } = await readDisk(folder);
      if (free >= Math.max(least, bytes / 10)) return;
      const left = `${(free / gigabyte).toFixed(1)} of ${(bytes / gigabyte).toFixed(1)} GB`;
      throw new WorkFailed(`of the disk of DATA_DIR ${left} are free`, { lasting: true });
    },
  };
}
