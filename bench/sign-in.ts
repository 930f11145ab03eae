import type pg from 'pg';
import { cookieOf } from '../src/testing/rows/insert-person.ts';

export type Member = { id: string; cookie: string };

/** Inserts a session for each of the first `count` people and signs their cookies as the product does. */
export async function signIn(pool: pg.Pool, count: number, secret: string): Promise<Member[]> {
  const { rows } = await pool.query<{ id: string; token: string }>(
    `insert into sessions (user_id, token, expires_at)
      select id, gen_random_uuid(), now() + interval '1 day' from users
      where email like '%@bench.example' and email like 'p%'
        and substr(split_part(email, '@', 1), 2)::integer <= $1
      returning user_id as id, token`,
    [count],
  );
  return rows.map(({ id, token }) => ({ id, cookie: cookieOf(token, secret) }));
}
