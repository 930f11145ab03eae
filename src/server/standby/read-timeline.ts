import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The timeline of a database that need not run: each promotion leaves a file that is named after the one which it
 * began, and copies have it too.
 */
export function readTimeline(data: string): number {
  const begun = readdirSync(path.join(data, 'pg_wal'))
    .map((name) => /^([0-9A-F]{8})\.history$/.exec(name)?.[1])
    .map((hex) => (hex ? Number.parseInt(hex, 16) : 1));
  return Math.max(1, ...begun);
}
