import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { leaseMs } from '../rules.ts';

/**
 * The outbox of the calendar: rows that say by themselves that the calendar is still to be told of them. Three
 * tables have the same columns for it, under a prefix in one.
 */
const boxes = {
  class: { table: 'classes', key: 'id', prefix: 'calendar_' },
  ownEvent: { table: 'calendar_own_events', key: 'event_id', prefix: '' },
  removal: { table: 'calendar_removals', key: 'event_id', prefix: '' },
} as const;
export type BoxName = keyof typeof boxes;

export type Task = {
  box: BoxName;
  /** A class's id, or an event's. */
  key: string;
  /** What it says now: an outcome counts only while both are as they were taken. */
  wantedAt: Date;
  attempts: number;
};

/** The names of a box's columns, for SQL. */
export function columnsOf(box: BoxName) {
  const { table, key, prefix } = boxes[box];
  const column = (name: string) => sql.ref(`${prefix}${name}`);
  return {
    table: sql.table(table),
    key: sql.ref(key),
    wantedAt: column('wanted_at'),
    attempts: column('attempts'),
    nextAttemptAt: column('next_attempt_at'),
    takenUntil: column('taken_until'),
    error: column('error'),
  };
}

/** Removals first: what is gone should not be seen any longer. */
export const boxNames = ['removal', 'class', 'ownEvent'] as const satisfies BoxName[];

/**
 * Takes the next thing whose turn it is, for `leaseMs`: until then nobody else gets it, in whatever process. One
 * statement, committed at once, so that no transaction is open while the calendar is asked. Should this process
 * end before it says how it went, the thing is taken again after that time.
 */
export async function takeDue({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Task | null> {
  for (const box of boxNames) {
    const { table, key, wantedAt, attempts, nextAttemptAt, takenUntil } = columnsOf(box);
    const next = db
      .selectFrom(table.as('due'))
      .select(key.as('key'))
      .where(sql<boolean>`${wantedAt} is not null
        and (${nextAttemptAt} is null or ${nextAttemptAt} <= ${now})
        and (${takenUntil} is null or ${takenUntil} <= ${now})`)
      .orderBy(sql`${nextAttemptAt} nulls first`)
      .orderBy(sql`${wantedAt}`)
      .limit(1)
      .forUpdate()
      .skipLocked();
    const { rows } = await sql<Omit<Task, 'box'>>`
      update ${table} set ${attempts} = ${attempts} + 1, ${takenUntil} = ${new Date(now.getTime() + leaseMs)}
      where ${key} = (${next})
      returning ${key} as key, ${wantedAt} as wanted_at, ${attempts} as attempts`.execute(db);
    if (rows[0]) return { box, ...rows[0] };
  }
  return null;
}
