import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { isAway } from '#server/db/is-away.ts';

/**
 * What the database says under the keys of the book (`writes.ts`), as `key` and `value`. A payment, a credit or a class
 * that was made twice says so.
 */
const facts: readonly string[] = [
  `select concat_ws(' ', interaction_type, user_id, video_id) as key, 'true' as value from video_interactions`,
  `select concat_ws(' ', 'place', user_id, class_id) as key,
    case when held_until is null then 'seat' else 'offered' end as value from class_enrollments`,
  `select concat_ws(' ', 'place', user_id, class_id) as key, 'waiting' as value from class_waiting`,
  `select concat_ws(' ', 'bought', idempotency_keys.user_id, idempotency_keys.key) as key, item_id as value
    from orders join (select person_id as user_id, key, (answer->'order'->>'id')::uuid as order_id
      from idempotency_keys where operation = 'buyItem') as idempotency_keys on order_id = orders.id`,
  `select concat_ws(' ', 'read', id) as key, 'true' as value from notifications where read_at is not null`,
  `select concat_ws(' ', 'choices', user_id) as key, concat_ws(' ', digest::text, quiet_from, quiet_until) as value
    from notice_settings`,
  `select concat_ws(' ', 'name', id) as key, name as value from users`,
  `select concat_ws(' ', 'country', user_id) as key, country as value from profiles where country is not null`,
  `select concat_ws(' ', 'portrait', id) as key, substring(image from '([a-z]+)[.]svg$') as value from users
    where image is not null`,
  `select concat_ws(' ', 'mark', class_id, user_id) as key, attended::text as value from class_enrollments
    where attended is not null`,
  `select concat_ws(' ', 'closed', id) as key, 'true' as value from classes where roll_closed_at is not null`,
  `select concat_ws(' ', 'scheduled', title) as key, count(*)::text as value from classes group by title`,
  `select concat_ws(' ', 'title', id) as key, title as value from classes`,
  `select concat_ws(' ', 'version', id) as key, version::text as value from classes`,
  `select concat_ws(' ', 'cancelled', id) as key, 'true' as value from classes where status = 'cancelled'`,
  `select concat_ws(' ', 'proposed', source_id) as key, 'true' as value from videos where proposed_by is not null`,
  `select concat_ws(' ', 'credit', description) as key,
    concat_ws(' ', (array_agg(user_id))[1], sum(amount), case count(*) when 1 then 'once' else 'twice' end) as value
    from sumicoins_ledger where transaction_type = 'admin_credit' group by description`,
  `select concat_ws(' ', 'paid', note) as key,
    concat_ws(' ', (array_agg(user_id))[1], sum(amount_cents), case count(*) when 1 then 'once' else 'twice' end)
      as value from payments where provider = 'manual' group by note`,
  `select concat_ws(' ', 'settled', payments.id) as key,
    case when exists (select from user_memberships where user_memberships.user_id = payments.user_id
      and user_memberships.tier = payments.tier) then 'with its plan' else 'without a plan' end as value
    from payments where provider = 'stripe' and status = 'completed'`,
  `select concat_ws(' ', 'order', id) as key, status as value from orders`,
  `select concat_ws(' ', 'given-back', substring(cause from '^refund:(.*)$')) as key,
    concat_ws(' ', sum(amount), case count(*) when 1 then 'once' else 'twice' end) as value
    from sumicoins_ledger where cause like 'refund:%' group by cause`,
  `select concat_ws(' ', 'role', id) as key, concat_ws(' ', users.role,
    (select string_agg(user_roles.role, ' ' order by user_roles.role) from user_roles where user_id = id)) as value
    from users where deleted_at is null`,
  `select concat_ws(' ', 'review', class_id, user_id) as key, concat_ws(' ', rating, words) as value
    from class_reviews`,
  `select concat_ws(' ', 'banned', id) as key, 'true' as value from users
    where banned_at is not null and deleted_at is null`,
  // Everything that a new account has, for each person who signed up during the siege.
  `select concat_ws(' ', 'account', email) as key, concat_ws(' ',
    case when exists (select from profiles where user_id = users.id) then 'profile' end,
    case when exists (select from user_roles where user_id = users.id) then 'role' end,
    case when exists (select from sign_in_methods where user_id = users.id and password is not null) then 'password' end,
    (select concat_ws(' ', 'bonus', sum(amount)) from sumicoins_ledger
      where user_id = users.id and transaction_type = 'signup_bonus')) as value
    from users where email like 'newcomer-%'`,
  `select concat_ws(' ', 'age', user_id) as key, age_group as value from profiles where age_answered`,
  `select concat_ws(' ', 'teaching', user_id) as key, concat_ws(' ', verification_status, users.role) as value
    from teacher_profiles join users on users.id = user_id`,
  `select concat_ws(' ', 'gone', id) as key, concat_ws(' ', 'gone',
    case when exists (select from sessions where user_id = users.id) then 'but for sessions' end,
    case when exists (select from sign_in_methods where user_id = users.id) then 'but for a password' end,
    case when exists (select from teacher_profiles where user_id = users.id) then 'but for teaching' end,
    case when exists (select from notifications where user_id = users.id) then 'but for notices' end) as value
    from users where deleted_at is not null`,
  `select concat_ws(' ', 'published', id) as key, concat_ws(' ', row_count, 'rows of',
    (select count(*) from duolingo_rankings where board_id = cup_boards.id)) as value
    from cup_boards where live_at is not null`,
  `select concat_ws(' ', 'claim', username) as key, concat_ws(' ', status, user_id) as value from cup_claims`,
  `select concat_ws(' ', 'signed-out', id) as key, 'true' as value from users
    where not exists (select from sessions where user_id = users.id)`,
];

export async function readFacts(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`${sql.raw(facts.join(' union all '))}`.execute(
    db,
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/**
 * Waits until the database answers, which starts again by itself after some faults; false when it did not within the
 * limit. `ask` is any statement. What is not about a database that is away is thrown.
 */
export async function awaitAnswer(ask: () => Promise<unknown>, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      await ask();
      return true;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (Date.now() > deadline) return false;
      await sleep(50);
    }
  }
}

export const awaitDatabase = (db: Db, limitMs: number) =>
  awaitAnswer(() => sql`select 1`.execute(db), limitMs);

/**
 * Waits until no connection of a server process has a statement or a transaction under way. A database that goes away
 * meanwhile is waited for as well.
 */
export async function awaitQuiet(db: Db, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    if ((await countBusy(db)) === 0) return true;
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
}

async function countBusy(db: Db): Promise<number | null> {
  try {
    const { rows } = await sql<{ busy: number }>`select count(*) as busy from pg_stat_activity
      where usename = current_user and application_name like 'sumi %' and pid <> pg_backend_pid()
      and application_name <> ${`sumi ${process.pid}`} and (state <> 'idle' or xact_start is not null)`.execute(
      db,
    );
    return rows[0]?.busy ?? 0;
  } catch (error) {
    if (!isAway(error)) throw error;
    return null;
  }
}
