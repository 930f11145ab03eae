import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/**
 * What has to hold after a load, beside the invariants of the product: effects that belong to one another, and effects
 * that came twice.
 */
const loadInvariants: readonly { name: string; query: string }[] = [
  {
    name: 'each order has the key of one purchase',
    // Students of the siege always buy with a key; generated requests do not. `not in` is hashed whatever the planner
    // knows of the tables, which is nothing after a crash: `not exists` took seconds a round then.
    query: `select orders.id from orders where user_id in (select person_id from idempotency_keys where key like 'buy-%')
      and orders.id::text not in (select answer->'order'->>'id' from idempotency_keys
        where operation = 'buyItem' and answer->'order'->>'id' is not null)`,
  },
  {
    name: 'each student of a cancelled class was told, once',
    query: `select class_id, class_enrollments.user_id, told from class_enrollments
      join classes on classes.id = class_id and status = 'cancelled'
      cross join lateral (select count(*) as told from notifications where kind = 'classes.cancelled'
        and notifications.user_id = class_enrollments.user_id and about = class_id) as counted
      where told <> 1`,
  },
  {
    name: 'each role that was changed has its line in the audit log',
    query: `select users.id, users.role, line.detail from users join lateral (select detail from audit_log
        where act = 'people.change-role' and person_id = users.id order by id desc limit 1) as line on true
      where deleted_at is null and line.detail->>'to' <> users.role
      and not exists (select from teacher_profiles where user_id = users.id)`,
  },
  {
    name: 'each class that was scheduled has work for the calendar, or is in it',
    query: `select id, calendar_event_id from classes where title like 'Clase staff-%' and calendar_event_id is null`,
  },
  {
    name: 'each board that was imported has all its rows',
    query: `select cup_boards.id, row_count from cup_boards join users on users.id = imported_by and users.name = 'Rosa Ríos'
      where row_count <> (select count(*) from duolingo_rankings where board_id = cup_boards.id)`,
  },
  {
    name: 'each answer that is kept under a key is whole',
    query: 'select person_id, key, operation from idempotency_keys where answer is null',
  },
];

/** The invariants of the load that do not hold, each with rows that break it. */
export async function findBrokenLoadInvariants(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, query } of loadInvariants) {
    const { rows } = await sql`${sql.raw(query)} limit 5`.execute(db);
    if (rows.length > 0) broken.push(`not so: ${name}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
