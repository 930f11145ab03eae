import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db } from '../db/connect.ts';
import type { Log } from '../log.ts';

/** Work done on a clock, once however many server processes there are. */
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
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
