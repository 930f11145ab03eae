import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inPortions, type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import type { Role } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import type { PeopleFilters, PersonRow, UserEntry } from './contract.ts';
import { may } from './permissions.ts';
import { matching, personColumns } from './select-people.ts';

export type PeopleQuery = PeopleFilters & { cursor?: string | undefined; limit: number };
export type PeoplePage = { items: PersonRow[]; nextCursor: string | null; total: number | null };

const lastToJoin = keyset('desc', { 'users.createdAt': 'instant', 'users.id': 'uuid' });

/**
 * A page of the people who fit, the last to join first. The page is found first, along the index by time, and
 * what takes a look elsewhere (seats, payments) is read for its rows alone: the last page of fifty thousand
 * people costs what the first does.
 * @throws Refusal noSession, notAllowed, badInput for a malformed cursor
 */
export async function listPeople(ctx: Ctx, { cursor, limit, ...filters }: PeopleQuery): Promise<PeoplePage> {
  const refusal = may(ctx.actor, 'administer');
  if (refusal) throw new Refusal(refusal);
  const fits = matching(ctx, filters);
  const [{ rows }, total] = await Promise.all([
    sql<PersonRow & Keyed>`
      with page as (
        select users.id from users ${fits.joins}
        where ${fits.where} and ${lastToJoin.after(cursor)}
        order by ${lastToJoin.order} limit ${limit + 1}
      )
      select ${personColumns(ctx)}, ${lastToJoin.key}
      from page join users using (id)
      order by ${lastToJoin.order}`.execute(ctx.db),
    cursor === undefined ? countPeople(ctx, filters) : null,
  ]);
  return { ...pageOf(rows, limit, (row) => row), total };
}

async function countPeople(ctx: Ctx, filters: PeopleFilters): Promise<number> {
  const { joins, where } = matching(ctx, filters);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users ${joins} where ${where}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

const portion = 2000;

/**
 * Everybody, the last to join first, in portions: however many people there are, a few thousand are in memory at a
 * time and no other request waits for long. Who joins meanwhile is not among them, and nobody is twice.
 */
export async function* everybody({ db }: Ctx): AsyncGenerator<UserEntry[]> {
  const portions = inPortions(portion, async (cursor) => {
    const { rows } = await sql<Omit<UserEntry, 'created_at'> & Keyed & { createdAt: Date; role: Role }>`
      select id, name, email, role, created_at, ${lastToJoin.key}
      from users where ${lastToJoin.after(cursor)}
      order by ${lastToJoin.order} limit ${portion}`.execute(db);
    return rows;
  });
  for await (const rows of portions) {
    yield rows.map(({ pageKey: _, createdAt, ...entry }) => ({
      ...entry,
      created_at: createdAt.toISOString(),
    }));
  }
}
