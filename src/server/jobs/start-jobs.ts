import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { hurried } from './hurry.ts';

/**
 * Work done on a clock, once however many server processes there are, and at once in a process that was told to
 * hurry. The two may meet: a chore takes rows with `for update skip locked`, or does what is safe done twice.
 */
export type Chore = {
  /** Letters and hyphens: the name of its queue. */
  name: string;
  /** Five cron fields, UTC. */
  cron: string;
  run: (db: Db) => Promise<unknown>;
};

export type Jobs = { stop(): Promise<void> };

/** Starts pg-boss on the same database and hands it the chores. */
export async function startJobs(pool: pg.Pool, db: Db, log: Log, chores: readonly Chore[]): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    // Looking every second would cost more than all our chores together.
    cronWorkerIntervalSeconds: 30,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  for (const { name, cron, run } of chores) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true });
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await run(db);
    });
    await boss.schedule(name, cron);
  }
  const stopHurrying = runWhenHurried(db, log, chores);
  return {
    async stop() {
      await stopHurrying();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** One run of a chore at a time; asked for again meanwhile, it runs once more. */
function runWhenHurried(db: Db, log: Log, chores: readonly Chore[]): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const start = (name: string) => {
    const chore = chores.find((one) => one.name === name);
    if (!chore) return;
    if (running.has(name)) return void again.add(name);
    const run = chore
      .run(db)
      .then(
        () => {},
        (error) => log.warn({ err: error }, `chore ${name}`),
      )
      .finally(() => {
        running.delete(name);
        if (again.delete(name)) start(name);
      });
    running.set(name, run);
  };
  hurried.on('chore', start);
  return async () => {
    hurried.off('chore', start);
    again.clear();
    await Promise.all(running.values());
  };
}
