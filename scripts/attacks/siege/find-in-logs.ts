import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const requestId = /"requestId":"([\w-]+)"/g;

/** What the servers logged of the requests that violations name, before the folder with their logs is removed. */
export async function findInLogs(folder: string, violations: readonly string[]): Promise<string[]> {
  const ids = violations.flatMap((one) => [...one.matchAll(requestId)].map(([, id]) => id as string));
  if (ids.length === 0) return [];
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const lines = await Promise.all(
    logs.map(async (name) => (await readFile(path.join(folder, name), 'utf8')).split('\n')),
  );
  return lines.flat().filter((line) => ids.some((id) => line.includes(id)));
}
