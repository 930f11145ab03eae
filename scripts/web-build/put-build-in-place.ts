import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where a build is made, so that a server goes on from the one before until the new one is whole. */
export const unfinishedBuild = 'build/next';

/** The files that the build wrote, which the next one reads. */
const listOfFiles = 'files.json';

/**
 * Moves a finished build to where servers start from. Files whose names say their content stay for one build more: a
 * server that runs loads some of them late, and so do pages that are open. They are there before what names them, and
 * the file that a server starts from comes last.
 */
export function putBuildInPlace(from: string, to: string): void {
  const files = filesUnder(from);
  const list = path.join(to, listOfFiles);
  const before: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const file of files.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    renameSync(path.join(from, file), path.join(to, file));
  }
  rmSync(from, { recursive: true });
  const stay = new Set([...files, ...before.filter((file) => turnOf(file) === 0)]);
  for (const file of filesUnder(to)) if (!stay.has(file)) rmSync(path.join(to, file));
  writeFileSync(list, JSON.stringify(files));
}

/** When a file is moved: what is named after its content, then what names such files, then the server's first file. */
function turnOf(file: string): 0 | 1 | 2 {
  if (file === 'process/main.js') return 2;
  return file.startsWith('client/assets/') || file.startsWith('process/') ? 0 : 1;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}
