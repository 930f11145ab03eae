import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asRunUser } from '#server/embedded-postgres/as-run-user.ts';
import { chooseRunUser } from '#server/embedded-postgres/choose-run-user.ts';
import { placeData } from '#server/embedded-postgres/place-data.ts';
import { findPackage, prepareBinaries } from '#server/embedded-postgres/prepare-binaries.ts';
import { runTool } from '../run-tool.ts';

// `npm run check:postgres` runs the tests on an external PostgreSQL, over TCP with a password. It takes the newest
// one installed on the system if it is 18 or later, else the bundled binaries, started in the same way.

const oldest = 18;
const folder = mkdtempSync(path.join(os.tmpdir(), 'sumi-outside-'));
chmodSync(folder, 0o755);
const runAs = chooseRunUser([folder]);
const binaries = systemBinaries() ?? path.join(prepareBinaries(findPackage(), placeData(folder)), 'bin');
const data = path.join(folder, 'outside');
const password = randomBytes(12).toString('hex');
const port = 20_000 + Math.floor(Math.random() * 20_000);

let server: ChildProcess | undefined;
let failed = 1;
try {
  makeCluster();
  server = spawn(
    path.join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-c',
      `port=${port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=300',
      '-c',
      'fsync=off',
    ],
    { ...asRunUser(runAs), stdio: 'ignore' },
  );
  const url = `postgres://owner:${password}@127.0.0.1:${port}/postgres`;
  console.log(`The tests run on ${await versionAt(url)}, over TCP`);
  const run = runTool('vitest', ['run', '--project', 'product', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  failed = run.status ?? 1;
} finally {
  if (server?.exitCode === null) {
    server.kill('SIGINT');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed);

/** Debian has a folder for each version; other systems have PostgreSQL on the path. */
function systemBinaries(): string | undefined {
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const places = [...globSync('/usr/lib/postgresql/*/bin'), ...(onPath ? [onPath] : [])];
  return places.find((place) => {
    const postgres = path.join(place, 'postgres');
    if (!existsSync(postgres)) return false;
    const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
    return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0) >= oldest;
  });
}

function makeCluster(): void {
  const secret = path.join(folder, 'password');
  writeFileSync(secret, password);
  if (runAs) for (const place of [folder, secret]) chownSync(place, runAs.uid, runAs.gid);
  const { status, stderr } = spawnSync(
    path.join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'owner',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...asRunUser(runAs), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

async function versionAt(url: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>('select version()');
      await client.end();
      return rows[0]?.version.split(' on ')[0] ?? 'PostgreSQL';
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}
