import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../src/testing/postgres/postgres-for-tests.ts';
import { findMutants } from './find-mutants.ts';

// `npm run mutate -- --only classes/permissions` takes guards out one at a time, in a copy of the project, and runs
// tests until one notices: that of the file itself, those beside it, the permission walk of the feature (for
// `src/server`, of the server's own addresses), those beside the files that import it, those of everybody's data and
// the walk of all features; the walks first where all tests of the feature are beside it.
// It prints each guard whose absence no test notices, and exits 1 if there is one. A test that only runs out of time
// notices nothing: on a busy machine it may do so with the guard in its place. `--part 2/4` takes a quarter of them.

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, part: { type: 'string', default: '1/1' } },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);

const outcomes = {
  failed: 'noticed    ',
  passed: 'SURVIVED   ',
  'out of time': 'OUT OF TIME',
  'failed as it is': 'NOT JUDGED ',
};

/**
 * What is stored about each person, what becomes of it, and whether an operation of any feature changes what is another
 * person's.
 */
const everybodysData = [
  'src/across-features/own-data.test.ts',
  'src/across-features/erasure.test.ts',
  'src/across-features/permission-walk.test.ts',
];

/** By the files of tests, whether they pass with every guard in its place. */
const soundness = new Map<string, boolean>();

const copy = mkdtempSync(path.join(os.tmpdir(), 'sumi-mutants-'));
// Each run of tests would start one of its own, which takes as long as the tests of a small feature.
const { stop, ...postgres } = await startPostgres();
try {
  for (const each of [
    'src',
    'seed',
    'scripts',
    'migrations',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    cpSync(each, path.join(copy, each), { recursive: true });
  }
  for (const each of ['node_modules', 'build']) symlinkSync(path.resolve(each), path.join(copy, each));
  const mutants = globSync('src/{features,server}/**/*.ts')
    .filter((file) => !/\.test\.ts$|\/web\//.test(file) && file.includes(values.only))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const found = findMutants(source, {
        permissions: file.endsWith('/permissions.ts'),
        server: file.startsWith('src/server/'),
      });
      return found.map((mutant) => ({ file, source, ...mutant }));
    })
    .filter((_, at) => at % parts === part - 1);
  console.log(`${mutants.length} guards`);
  let noticed = 0;
  for (const { file, source, line, what, start, end, put } of mutants) {
    const outcome = judge(file, source, source.slice(0, start) + put + source.slice(end));
    if (outcome === 'failed') noticed++;
    console.log(`${outcomes[outcome]} ${file}:${line} ${what}`);
  }
  console.log(`${noticed} of ${mutants.length} noticed`);
  process.exitCode = noticed < mutants.length ? 1 : 0;
} finally {
  await stop();
  rmSync(copy, { recursive: true, force: true });
}

/** Runs the tests of a file without one of its guards, the nearest first, until one of them fails. */
function judge(file: string, source: string, without: string): keyof typeof outcomes {
  let outcome: keyof typeof outcomes = 'passed';
  for (const { files, env } of testsNear(file)) {
    writeFileSync(path.join(copy, file), without);
    const run = runTests(files, env);
    writeFileSync(path.join(copy, file), source);
    if (run === 'passed') continue;
    if (run === 'failed' && isSound(files, env)) return 'failed';
    outcome = run === 'failed' ? 'failed as it is' : run;
  }
  return outcome;
}

/** Whether tests pass with every guard in its place; else their failure says nothing. */
function isSound(files: readonly string[], env: Stage['env']): boolean {
  const key = files.join(' ');
  const sound = soundness.get(key) ?? runTests(files, env) === 'passed';
  soundness.set(key, sound);
  return sound;
}

type Stage = { files: readonly string[]; env?: Record<string, string> };

function testsNear(file: string): Stage[] {
  const own = file.replace(/\.ts$/, '.test.ts');
  const beside = { files: globSync(`${testsBeside(file)}**/*.test.ts`) };
  const walk = {
    files: ['src/across-features/permission-walk.test.ts'],
    env: { WALK_ONLY: addressesOfFeature(file) },
  };
  const everybodys = { files: everybodysData };
  // Beside a file of the feature's own folder are all its tests, which take longer than the walks.
  const isDeep = file.startsWith('src/server/') || file.split('/').length > 4;
  const stages: Stage[] = [
    { files: globSync(own) },
    ...(isDeep ? [beside, walk] : [walk, everybodys, beside]),
    { files: testsOfImporters(file) },
    ...(isDeep ? [everybodys] : []),
  ];
  return stages.filter(({ files }) => files.length > 0);
}

function addressesOfFeature(file: string): string {
  const feature = file.startsWith('src/server/') ? 'system' : (file.split('/')[2] ?? '');
  const rows = readFileSync(`src/testing/permission-rows/${feature}.ts`, 'utf8');
  const addresses = [...rows.matchAll(/'[A-Z]+ (\/\w+\/[\w-]+)/g)].map(([, address]) => address);
  // The server hands out files itself.
  if (feature === 'system') addresses.push('/media/');
  return [...new Set(addresses)].join('|');
}

type Outcome = 'passed' | 'failed' | 'out of time';

function runTests(files: readonly string[], env: Stage['env']): Outcome {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'product', '--bail', '1'];
  const run = spawnSync(process.execPath, [...vitest, ...files], {
    cwd: copy,
    env: { ...process.env, TEST_POSTGRES: JSON.stringify(postgres), ...env },
  });
  if (run.status === 0) return 'passed';
  return /timed out in \d+ms/.test(`${run.stdout}${run.stderr}`) ? 'out of time' : 'failed';
}

/** Those of its folder and of the folders in it. */
function testsBeside(file: string): string {
  return `${path.dirname(file)}/`;
}

/** The folders of the files that import this one. */
function testsOfImporters(file: string): string[] {
  const importers = globSync('src/{features,server}/**/*.ts').filter(
    (each) => !/\.test\.ts$|\/web\//.test(each) && importsOf(each).includes(file),
  );
  const folders = [...new Set(importers.map(testsBeside))].filter((folder) => folder !== testsBeside(file));
  return folders.flatMap((folder) => globSync(`${folder}**/*.test.ts`));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/ from '([#.][^']+)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.replace('#', 'src/') : path.join(path.dirname(file), from),
  );
}
