import type { MiddlewareHandler } from 'hono';
import { sql } from 'kysely';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import type { ApiEnv } from './api-env.ts';

export type Limit = {
  /** Letters and hyphens: what is counted. */
  name: string;
  /** At most so many an address… */
  max: number;
  /** …until nothing has been let through for so long. */
  minutes: number;
  /** Which requests count; the others pass. */
  counts: (ctx: Ctx) => boolean;
};

/**
 * Lets an address do something so often and no oftener, across all server processes; beyond that it answers 429.
 * A place is taken before the request is looked at and given back when it comes to nothing, so that a mistake in
 * a form costs none.
 */
export function limitAttempts({ name, max, minutes, counts }: Limit): MiddlewareHandler<ApiEnv> {
  const windowMs = minutes * 60_000;
  return async (c, next) => {
    const ctx = c.get('ctx');
    if (!counts(ctx)) return next();
    const key = `${name}|${c.get('address')}`;
    if (!(await takePlace(ctx, key, { max, windowMs }))) {
      throw new Refusal(commonRefusals.tooMany, { seconds: minutes * 60 });
    }
    await next();
    if (!c.res.ok) await givePlaceBack(ctx, key);
  };
}

/**
 * Whether there was a place under this key, which is then taken. One statement: of any number that ask at once, the
 * row's lock lets one count at a time, so never more than `max` are told yes. Refusals count for nothing.
 */
export async function takePlace(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
): Promise<boolean> {
  const at = now.getTime();
  const { rows } = await sql`
    insert into rate_limits as taken (key, count, last_request) values (${key}, 1, ${at})
    on conflict (key) do update set
      count = case when taken.last_request <= ${at - windowMs} then 1 else taken.count + 1 end,
      last_request = greatest(taken.last_request, excluded.last_request)
    where taken.last_request <= ${at - windowMs} or taken.count < ${max}
    returning key`.execute(db);
  return rows.length > 0;
}

async function givePlaceBack({ db }: Pick<Ctx, 'db'>, key: string): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`.execute(db);
}
