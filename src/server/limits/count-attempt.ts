import { sql } from 'kysely';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import { noteSecurity } from '../note-security.ts';
import { nameInLog } from './keyed-names.ts';

/** The parts of a key that `keyedName` made, of addresses too. */
const hashes = /(?<=\|)[\w-]{43}(?=\||$)/g;

/** At most `max` attempts, until none was allowed for `windowMs`. */
export type Limit = { max: number; windowMs: number };

/**
 * Counts one attempt under a key, across all server processes. One statement: of any number of attempts at once, the
 * row's lock lets one count at a time, so never more than `max` are allowed. Refused attempts do not count, so trying
 * on does not make the wait longer.
 * @throws Refusal tooMany when there were `max` already
 */
export async function countAttempt(
  { db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>,
  key: string,
  { max, windowMs }: Limit,
): Promise<void> {
  const windowStart = new Date(now.getTime() - windowMs);
  const { rows } = await sql`
    insert into rate_limits as counted (key, count, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when counted.last_at <= ${windowStart} then 1 else counted.count + 1 end,
      last_at = greatest(counted.last_at, excluded.last_at)
    where counted.last_at <= ${windowStart} or counted.count < ${max}
    returning key`.execute(db);
  if (rows.length > 0) return;
  noteSecurity(
    log,
    'limited',
    { key: key.replaceAll(hashes, nameInLog) },
    'attempts have reached their limit',
  );
  throw new Refusal(commonRefusals.tooMany, { seconds: windowMs / 1000 });
}

/** Takes one counted attempt back: it came to nothing. */
export async function uncountAttempt({ db }: Pick<Ctx, 'db'>, key: string): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

/** Forgets the attempts of a key and of those that begin with it and `|`. */
export async function clearAttempts({ db }: Pick<Ctx, 'db'>, key: string): Promise<void> {
  // `}` is the character after `|`.
  await sql`delete from rate_limits where key = ${key} or (key > ${`${key}|`} and key < ${`${key}}`})`.execute(
    db,
  );
}
