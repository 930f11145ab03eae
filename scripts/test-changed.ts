import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.ts';

// `npm run test:changed`: the tests beside what changed since the branch left main, for the quick turn between
// two edits. `npm test` runs them all, and the journeys.

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n');

const [base = 'HEAD'] = ['origin/main', 'main']
  .filter((name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name]).status === 0)
  .flatMap((name) => git('merge-base', 'HEAD', name));
const changed = [
  ...git('diff', '--name-only', '--relative', base),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => /^(src|seed|scripts|clip-studio)\//.test(file));

const tests = [...new Set(changed.flatMap(testsOf))];
if (tests.length === 0) {
  console.log('No test stands beside what changed.');
} else {
  const words = ['run', '--project', 'product', ...tests, ...process.argv.slice(2)];
  process.exit(runTool('vitest', words, { stdio: 'inherit' }).status ?? 1);
}

/** The file's own test, or every test of its folder when it has none. */
function testsOf(file: string): string[] {
  const own = file.endsWith('.test.ts') ? file : file.replace(/\.tsx?$/, '.test.ts');
  if (own.endsWith('.test.ts') && existsSync(own)) return [own];
  return globSync('*.test.ts', { cwd: path.dirname(file) }).map((name) =>
    path.join(path.dirname(file), name),
  );
}
