import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { isStalePlan } from '#server/db/error-code.ts';

/**
 * Gives up the names of all prepared statements, by a plan that becomes stale: test files before this one may have used
 * up as many as there are. Runs on one connection (`db.connection()`).
 */
export async function forgetStatements(db: Db): Promise<void> {
  await sql`create temporary table read_whole (id integer)`.execute(db);
  await sql`prepare read_whole as select * from read_whole`.execute(db);
  await sql`alter table read_whole add column more integer`.execute(db);
  const failure: unknown = await sql`execute read_whole`.execute(db).catch((error: unknown) => error);
  if (!isStalePlan(failure)) throw failure;
  await sql`deallocate read_whole`.execute(db);
  await sql`drop table read_whole`.execute(db);
}
