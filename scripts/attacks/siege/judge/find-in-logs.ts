import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const requestId = /"requestId":"([\w-]+)"/g;
const lastLines = 40;

/**
 * What the servers logged of the requests that violations name, and at last where they name a server, before the folder
 * with their logs is removed.
 */
export async function findInLogs(folder: string, violations: readonly string[]): Promise<string[]> {
  if (violations.length === 0) return [];
  const ids = violations.flatMap((one) => [...one.matchAll(requestId)].map(([, id]) => id as string));
  const found: string[] = [];
  for (const log of (await readdir(folder)).filter((name) => name.endsWith('.log'))) {
    const lines = (await readFile(path.join(folder, log), 'utf8')).trimEnd().split('\n');
    const isNamed = violations.some((one) => one.startsWith(path.basename(log, '.log')));
    found.push(
      ...(isNamed ? lines.slice(-lastLines) : lines.filter((line) => ids.some((id) => line.includes(id)))),
    );
  }
  return found;
}
