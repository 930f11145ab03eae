import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** Something that is always true of the data: `query` finds the rows that say otherwise. */
export type Invariant = { name: string; query: string };

export type Broken = { name: string; rows: unknown[] };

const mostRowsShown = 20;

/**
 * Checks each invariant, all of them on one snapshot, and answers those that do not hold. In a large community one may
 * take minutes: PostgreSQL lets it run, and `db` has to wait for it (`answerMs`).
 */
export async function findBroken(db: Db, invariants: readonly Invariant[]): Promise<Broken[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot);
      const broken: Broken[] = [];
      for (const { name, query } of invariants) {
        const { rows } =
          await sql`select * from (${sql.raw(query)}) as offending limit ${mostRowsShown}`.execute(snapshot);
        if (rows.length > 0) broken.push({ name, rows });
      }
      return broken;
    });
}

/** The query of an invariant that a trigger, which refuses what must never happen, is there and switched on. */
export function findMissingTrigger(table: string, name: string): string {
  return `
    select '${name}' as missing where not exists (
      select from pg_trigger where tgrelid = '${table}'::regclass and tgname = '${name}' and tgenabled = 'O')`;
}
