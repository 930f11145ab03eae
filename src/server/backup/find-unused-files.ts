import type pg from 'pg';
import type { Files } from '../files/files.ts';
import { readFileNames } from './write-backup.ts';

/**
 * The files that no row refers to, after a restore. The archive has files of every moment, and a bucket those of the
 * latest: one that its person took away, or a deleted account's, would be public again, with no row to remove it by.
 * `filesInUse` are queries for the column `name`.
 */
export async function findUnusedFiles(
  client: pg.Client,
  files: Pick<Files, 'list'>,
  filesInUse: readonly string[],
): Promise<string[]> {
  const named = new Set(await readFileNames(client, filesInUse));
  const unused: string[] = [];
  for await (const name of files.list()) if (!named.has(name)) unused.push(name);
  return unused.sort();
}
