import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { isFree } from './claim-due.ts';

/** Work that failed this often in a row is stuck: a person should look. It is retried all the same. */
export const stuckAfter = 4;

/** True for such a row of `due_work`. */
export const isFailing = sql<boolean>`(attempts >= ${stuckAfter} and last_error is not null)`;

/** Work that is due for so long and that no process is at: no server runs, or none that knows this kind. */
const overdueMinutes = 60;

const isStuck = (now: Date) =>
  sql<boolean>`(${isFailing}
    or (due_at < ${now}::timestamptz - make_interval(mins => ${overdueMinutes}) and ${isFree}))`;

export type Stuck = {
  kind: string;
  count: number;
  since: Date;
  /** The latest, without secrets; null where nothing was even tried. */
  lastError: string | null;
};

/** What is stuck, by kind, what has been stuck longest first. A chore that fails each time is work of its own kind. */
export async function findStuck({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Stuck[]> {
  const { rows } = await sql<Stuck>`
    select kind, count(*), min(coalesce(failing_since, due_at)) as since,
      (array_agg(last_error order by failing_since desc) filter (where last_error is not null))[1] as last_error
    from due_work
    where ${isStuck(now)}
    group by kind order by since, kind`.execute(db);
  return rows;
}

export type DueCount = { kind: string; waiting: number; stuck: number; lateSeconds: number };

/** How much of each kind is due and not stuck, how much is stuck, and for how long the first of it has been due. */
export async function countDueWork({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<DueCount[]> {
  const { rows } = await sql<DueCount>`
    select kind, count(*) filter (where due_at <= ${now} and not ${isStuck(now)}) as waiting,
      count(*) filter (where ${isStuck(now)}) as stuck,
      greatest(0, extract(epoch from ${now}::timestamptz - min(due_at))) as late_seconds
    from due_work group by kind order by kind`.execute(db);
  return rows;
}
