import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { type DbHost, nameOfHost } from '#server/db/database-hosts.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { runDatabase, type SharedDatabase } from '#server/standby/run-database.ts';
import { hears, until } from '../postgres/embedded-database.ts';

export const password = "a password: with \\ and 'quotes'";

/** What the databases of several machines share, all on this one. */
export async function planHosts() {
  const [one, two] = [await findHost(), await findHost()];
  const sharedBy = (listen: DbHost, hosts: readonly DbHost[] = [one, two]): SharedDatabase => ({
    ...{ url: urlOf(hosts), hosts, listen, password, sync: false },
  });
  return { one, two, sharedBy };
}

export function urlOf(hosts: readonly DbHost[]): string {
  return `postgresql://sumi:${encodeURIComponent(password)}@${hosts.map(nameOfHost).join(',')}/sumi`;
}

/** A port that nothing uses, below those that the system gives to connections: PostgreSQL cannot ask for any. */
async function findHost(): Promise<DbHost> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return { host: '127.0.0.1', port };
  }
}

export const dataOf = (dataDir: string) => path.join(dataDir, 'postgres/data');

export type Machine = Awaited<ReturnType<typeof runHere>>;

/** Runs the database of a machine in this process. */
export async function runHere(dataDir: string, shared: SharedDatabase) {
  const output: string[] = [];
  const say = (line: string) => void output.push(line);
  const parts = { say, giveUp: () => {}, everyMs: 100, options: { durable: false } };
  const running = await runDatabase(dataDir, shared, parts);
  return { ...running, output, ask: (sql: string) => askSocket(running.socket, sql) };
}

/** Runs it by `npm run standby`, so that the machine can die. */
export async function runApart(dataDir: string, { url, listen }: SharedDatabase, { sync = false } = {}) {
  const child = runScript('standby', dataDir, { url, listen }, { STANDBY_SYNC: sync ? 'yes' : 'no' });
  const end = once(child, 'exit');
  await hears(child, 'The database runs at');
  const socket = { host: path.join(dataDir, 'postgres/socket'), port: listen.port };
  return {
    ask: (sql: string) => askSocket(socket, sql),
    /** As when the power fails: first who would start the server again, then the server with all that is in it. */
    async die() {
      child.kill('SIGKILL');
      await end;
      // Who would start it again may have done so before.
      const server = findPostmaster(dataOf(dataDir));
      if (server) process.kill(server.pid, 'SIGKILL');
      await untilRefused(listen);
    },
    async stop() {
      child.kill('SIGTERM');
      await end;
    },
  };
}

/** Runs one of the commands of the operator for a machine. */
export function runScript(
  name: string,
  dataDir: string,
  { url, listen }: Pick<SharedDatabase, 'url' | 'listen'>,
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [`scripts/operate/${name}.ts`], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DATABASE_LISTEN: nameOfHost(listen),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Asks over the socket, as a superuser. */
async function askSocket(socket: { host: string; port: number } | null, sql: string) {
  const client = new pg.Client({ ...socket, user: 'postgres', database: 'sumi', ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    // Several statements have several answers.
    const answers: pg.QueryResult<Record<string, unknown>>[] = [await client.query(sql)].flat();
    return answers.at(-1)?.rows[0];
  } finally {
    await client.end();
  }
}

async function untilRefused(host: DbHost): Promise<void> {
  let isRefused = false;
  const client = () => new pg.Client({ ...host, user: 'sumi', database: 'sumi', password });
  const ask = async () => {
    while (!isRefused) {
      const asked = client();
      asked.on('error', () => {});
      isRefused = await asked.connect().then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
      );
      await asked.end().catch(() => {});
    }
  };
  void ask();
  await until(() => isRefused, 120_000);
}
