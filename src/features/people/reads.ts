import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import type { Role } from '#shared/actor.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { PeopleFilters, PersonRow, UserEntry } from './contract.ts';
import { may } from './permissions.ts';
import { matching, personColumns, strongestRole } from './select-people.ts';

export type PeopleQuery = PeopleFilters & { cursor?: string | undefined; limit: number };
export type PeoplePage = { items: PersonRow[]; nextCursor: string | null; total: number | null };

/**
 * A page of the people who fit, whoever joined last first. The page is found first, along the index by time, and
 * what takes a look elsewhere (seats, payments) is read for its rows alone: the last page of fifty thousand
 * people costs what the first does.
 * @throws Refusal noSession, notAllowed, badInput for a cursor that is none of ours
 */
export async function listPeople(ctx: Ctx, { cursor, limit, ...filters }: PeopleQuery): Promise<PeoplePage> {
  const refusal = may(ctx.actor, 'administer');
  if (refusal) throw new Refusal(refusal);
  const after = cursor === undefined ? null : readCursor(cursor);
  const fits = matching(ctx, filters);
  const [{ rows }, total] = await Promise.all([
    sql<PersonRow & { joined: string }>`
      with page as (
        select users.id from users ${fits.joins}
        where ${fits.where}
          and ${after ? sql`(users.created_at, users.id) < (${after.joined}::timestamptz, ${after.id}::uuid)` : sql`true`}
        order by users.created_at desc, users.id desc limit ${limit + 1}
      )
      select ${personColumns(ctx)}
      from page join users using (id)
      order by users.created_at desc, users.id desc`.execute(ctx.db),
    after ? null : countPeople(ctx, filters),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(({ joined: _exactly, ...row }) => row),
    nextCursor: rows.length > limit && last ? encodeCursor([last.joined, last.id]) : null,
    total,
  };
}

async function countPeople(ctx: Ctx, filters: PeopleFilters): Promise<number> {
  const { joins, where } = matching(ctx, filters);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users ${joins} where ${where}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

const key = z.tuple([z.iso.datetime(), z.uuid()]);

/** To the microsecond, as text: of two people who joined in one millisecond neither is left out. */
function readCursor(cursor: string): { joined: string; id: string } {
  const { data } = key.safeParse(decodeCursor(cursor, 2));
  if (!data) throw new Refusal(commonRefusals.badInput);
  return { joined: data[0], id: data[1] };
}

const portion = 2000;

/**
 * Everybody, newest first, in portions: however many people there are, a few thousand are in memory at a time and
 * nobody else's request waits for long. Who joins meanwhile is not among them, and nobody is twice.
 */
export async function* everybody({ db }: Ctx): AsyncGenerator<UserEntry[]> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Omit<UserEntry, 'created_at'> & { joined: string; role: Role }>`
      select id, name, email, ${strongestRole} as role, ${exactly} as joined
      from users where ${after}
      order by created_at desc, id desc limit ${portion}`.execute(db);
    yield rows.map(({ joined, ...entry }) => ({ ...entry, created_at: new Date(joined).toISOString() }));
    const last = rows.at(-1);
    if (!last || rows.length < portion) return;
    after = sql`(created_at, id) < (${last.joined}::timestamptz, ${last.id}::uuid)`;
  }
}

const exactly = sql`to_char(users.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
