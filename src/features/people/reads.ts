import { type RawBuilder, sql } from 'kysely';
import { isOnlyAdministrator, listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { inPortions, type Keyed, type Keyset, keyset, pageOf } from '#server/db/keyset.ts';
import type { Role } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import {
  type PeopleFilters,
  type PersonRow,
  type peopleOrders,
  peopleRefusals,
  type UserEntry,
} from './contract.ts';
import { may } from './permissions.ts';
import { matching, personColumns } from './select-people.ts';

type PeopleOrder = (typeof peopleOrders)[number];
export type PeopleQuery = PeopleFilters & { cursor?: string | undefined; limit: number; sort: PeopleOrder };
export type PeoplePage = { items: PersonRow[]; nextCursor: string | null; total: number | null };

const lastToJoin = keyset('desc', { 'users.createdAt': 'instant', 'users.id': 'uuid' });

/** A plan without an end comes after all that have one. */
const planEnds = (now: Date) => sql`
  cross join lateral (select coalesce(
    (select ends_at from tiers_in_force(${now}) where user_id = users.id), timestamptz '9999-12-31') as at) as plan_end`;

type Order = { by: Keyset; join: RawBuilder<unknown> };

/** Each order with the join that its columns need. `search_text` begins with the folded name. */
const orders = (now: Date): Record<PeopleOrder, Order> => ({
  newest: { by: lastToJoin, join: sql`` },
  name: { by: keyset('asc', { 'users.searchText': 'text', 'users.id': 'uuid' }), join: sql`` },
  attendance: {
    by: keyset('desc', { 'attended.classes': 'integer', 'users.id': 'uuid' }),
    join: sql`cross join lateral (
      select count(*) as classes from class_enrollments where user_id = users.id and attended) as attended`,
  },
  coins: {
    by: keyset('desc', { 'wallets.balance': 'integer', 'users.id': 'uuid' }),
    join: sql`join wallets on wallets.user_id = users.id`,
  },
  planEnd: {
    by: keyset('asc', { 'planEnd.at': 'instant', 'users.id': 'uuid' }),
    join: planEnds(now),
  },
});

/**
 * A page of the people who match. The page's ids are found first; seats and payments are then read for those rows
 * alone, so that the last of 50,000 people costs what the first does.
 * @throws Refusal noSession, notAllowed, badInput for a malformed cursor
 */
export async function listPeople(
  ctx: Ctx,
  { cursor, limit, sort, ...filters }: PeopleQuery,
): Promise<PeoplePage> {
  refuse(may(ctx.actor, 'administer'));
  const { by, join } = orders(ctx.now)[sort];
  const [rows, total, administrators] = await Promise.all([
    selectPeople(ctx, filters, { by, join, cursor, most: limit + 1 }),
    cursor === undefined ? countPeople(ctx, filters) : null,
    listAdministrators(ctx),
  ]);
  const page = pageOf(rows, limit, (row) => ({
    ...row,
    allowed: { changeRole: whyNoOtherRole(administrators, row.id) },
  }));
  return { ...page, total };
}

/** The refusal that an administrator would get who gives this person another role; null where there is none. */
export function whyNoOtherRole(administrators: readonly string[], id: string): string | null {
  return isOnlyAdministrator(administrators, id) ? peopleRefusals.lastAdmin.code : null;
}

/** What a statement answers of a person. */
type SelectedPerson = Omit<PersonRow, 'allowed'>;

type PageOf = { by: Keyset; join: RawBuilder<unknown>; cursor: string | undefined; most: number };

async function selectPeople(ctx: Ctx, filters: PeopleFilters, { by, join, cursor, most }: PageOf) {
  const matches = matching(ctx, filters);
  const { rows } = await sql<SelectedPerson & Keyed>`
    with page as (
      select users.id from users ${matches.joins} ${join}
      where ${matches.where} and ${by.after(cursor)}
      order by ${by.order} limit ${most}
    )
    select ${personColumns(ctx)}, ${by.key}
    from page join users using (id) ${join}
    order by ${by.order}`.execute(ctx.db);
  return rows;
}

/** The matching people, the last to join first, in portions, so that memory stays bounded. */
export function readMatchingPeople(ctx: Ctx, filters: PeopleFilters): AsyncGenerator<SelectedPerson[]> {
  return inPortions(portion, (cursor) =>
    selectPeople(ctx, filters, { by: lastToJoin, join: sql``, cursor, most: portion }),
  );
}

async function countPeople(ctx: Ctx, filters: PeopleFilters): Promise<number> {
  const { joins, where } = matching(ctx, filters);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users ${joins} where ${where}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

const portion = 2000;

/**
 * Every account, the last to join first, in portions: 2,000 are in memory at a time, and other requests are answered
 * in between. Leaves out people who join meanwhile; answers no person twice.
 */
export async function* readEverybody({ db }: Ctx): AsyncGenerator<UserEntry[]> {
  const portions = inPortions(portion, async (cursor) => {
    const { rows } = await sql<Omit<UserEntry, 'created_at'> & Keyed & { createdAt: Date; role: Role }>`
      select id, name, email, role, created_at, ${lastToJoin.key}
      from users where deleted_at is null and ${lastToJoin.after(cursor)}
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
