import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// With -z, git writes names as they are; without it, in quotes where they have more than ASCII.
const inGit = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const isText = /\.(tsx?|mjs|cjs|css|sql|md|json)$/;

/**
 * Every file that git tracks or would track, as path and content; the content of files that are not text is empty.
 */
export function readTree(folder = '.'): Map<string, string> {
  const files = execFileSync('git', inGit, { cwd: folder, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && existsSync(path.join(folder, file)));
  return new Map(
    files.map((file) => [file, isText.test(file) ? readFileSync(path.join(folder, file), 'utf8') : '']),
  );
}
