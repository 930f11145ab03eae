import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { untilHealthy } from '../src/testing/processes/until-healthy.ts';
import type { Lesson } from './bare-server.ts';

const project = path.join(import.meta.dirname, '..');

export type Database = { url: string; poolSize: number };
export type Sumi = {
  port: number;
  /** Its own address, which writes of a page name. */
  origin: string;
  pid: number;
  /** Its memory once what no code refers to was collected; for a server that was started with `tellsMemory`. */
  collectGarbage(): Promise<NodeJS.MemoryUsage>;
};
export type BareServer = { port: number; teach(lesson: Lesson): Promise<void> };

/** Starts the servers that are compared, each a process of its own, and stops them together. */
export function serverStarter() {
  const children: ChildProcess[] = [];
  const settings = ({ url, poolSize }: Database) => ({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATABASE_POOL: String(poolSize),
  });

  return {
    /** One production process of Sumi, as an operator starts it. */
    async startSumi(
      database: Database,
      {
        port,
        secret,
        dataDir,
        appUrl = `http://127.0.0.1:${port}`,
        replica = '',
        tellsMemory = false,
      }: {
        port: number;
        secret: string;
        dataDir: string;
        appUrl?: string;
        replica?: string;
        tellsMemory?: boolean;
      },
    ): Promise<Sumi> {
      const own = { APP_URL: appUrl, DATABASE_REPLICA_URL: replica, DATA_DIR: dataDir, SECRET: secret };
      const child = await startSumiProcess(port, { ...settings(database), ...own }, { tellsMemory });
      children.push(child);
      return {
        ...{ port, origin: appUrl, pid: child.pid ?? 0 },
        async collectGarbage() {
          child.send('collect');
          const [usage] = await once(child, 'message');
          return usage as NodeJS.MemoryUsage;
        },
      };
    },

    async startPlain(database: Database): Promise<{ port: number }> {
      const child = fork(path.join(import.meta.dirname, 'plain-server.ts'), {
        env: { ...process.env, ...settings(database) },
      });
      children.push(child);
      const [message] = await once(child, 'message');
      return message as { port: number };
    },

    async startBare(): Promise<BareServer> {
      const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
      children.push(child);
      const [message] = await once(child, 'message');
      return {
        port: (message as { port: number }).port,
        async teach(lesson) {
          child.send(lesson);
          await once(child, 'message');
        },
      };
    },

    async stop(): Promise<void> {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    },
  };
}

/**
 * Starts a production process of Sumi and waits until it answers, asking each `everyMs` milliseconds. With
 * `tellsMemory` it answers `collect` (`report-memory.ts`).
 */
export async function startSumiProcess(
  port: number,
  settings: Readonly<Record<string, string>>,
  { everyMs = 50, tellsMemory = false } = {},
): Promise<ChildProcess> {
  const preloaded = tellsMemory ? ['--expose-gc', '--import', './bench/figures/report-memory.ts'] : [];
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...preloaded, 'build/process/main.js'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit', ...(tellsMemory ? (['ipc'] as const) : [])],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', APP_URL: url, LOG_LEVEL: 'warn', ...settings, PORT: String(port) },
    },
  });
  if (await untilHealthy(url, child, { everyMs })) return child;
  child.kill('SIGKILL');
  throw new Error(`${url} does not answer`);
}
