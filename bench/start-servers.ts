import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Lesson } from './bare-server.ts';

const project = path.join(import.meta.dirname, '..');

export type Database = { url: string; poolSize: number };
export type BareServer = { port: number; teach(lesson: Lesson): Promise<void> };

/** Starts the servers that are compared, each a process of its own, and stops them together. */
export function serverStarter() {
  const children: ChildProcess[] = [];
  const settings = ({ url, poolSize }: Database) => ({
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATABASE_POOL: String(poolSize),
  });

  return {
    /** One production process of Sumi, as an organiser starts it. */
    async startSumi(
      database: Database,
      {
        port,
        secret,
        dataDir,
        appUrl = `http://127.0.0.1:${port}`,
        replica = '',
      }: { port: number; secret: string; dataDir: string; appUrl?: string; replica?: string },
    ): Promise<void> {
      const child = spawn(process.execPath, ['src/main.ts'], {
        cwd: project,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...settings(database),
          PORT: String(port),
          APP_URL: appUrl,
          DATABASE_REPLICA_URL: replica,
          DATA_DIR: dataDir,
          SECRET: secret,
          LOG_LEVEL: 'warn',
        },
      });
      children.push(child);
      await untilItAnswers(`http://127.0.0.1:${port}/healthz`);
    },

    async startPlain(database: Database): Promise<{ port: number }> {
      const child = fork(path.join(import.meta.dirname, 'plain-server.ts'), { env: settings(database) });
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

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
