import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The timeline of a database, whether it runs or not. Each promotion leaves a file that is named after the timeline
 * which begins with it, and copies of the database have that file too.
 */
export function readTimeline(data: string): number {
  const begun = readdirSync(path.join(data, 'pg_wal'))
    .map((name) => /^([0-9A-F]{8})\.history$/.exec(name)?.[1])
    .map((hex) => (hex ? Number.parseInt(hex, 16) : 1));
  return Math.max(1, ...begun);
}
