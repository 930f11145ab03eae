import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const inGit = ['ls-files', '--cached', '--others', '--exclude-standard'];
const isText = /\.(tsx?|mjs|cjs|css|sql|md|json)$/;

/**
 * Every file that git tracks or would track, as path and content; the content of files that are not text is empty.
 */
export function readTree(): Map<string, string> {
  const files = execFileSync('git', inGit, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file));
  return new Map(files.map((file) => [file, isText.test(file) ? readFileSync(file, 'utf8') : '']));
}
