import { type RawBuilder, sql } from 'kysely';
import { isOnlyAdministrator, listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import {
  inPortions,
  type Keyed,
  type Keyset,
  keyset,
  pageOf,
  readParts,
  type Stretch,
} from '#server/db/keyset.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Role } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import {
  type PeopleFilters,
  type PeopleOrder,
  type PersonRow,
  peopleRefusals,
  type UserEntry,
} from './contract.ts';
import { may } from './permissions.ts';
import { matching, personColumns, withTiers } from './select-people.ts';

export type PeopleQuery = PeopleFilters & { cursor?: string | undefined; limit: number; sort: PeopleOrder };
export type PeoplePage = { items: PersonRow[]; nextCursor: string | null; total: number | null };

const lastToJoin = keyset('desc', { 'users.createdAt': 'instant', 'users.id': 'uuid' });

/** An order, the join that its columns need, and whom it leaves out. */
type Order = { by: Keyset; join: RawBuilder<unknown>; only?: RawBuilder<boolean> };

/**
 * `search_text` begins with the folded name. Attendance is the one order that reads everybody: an index for it would
 * need a count of each student's classes, which every mark on a roll would have to change.
 */
const orders: Record<Exclude<PeopleOrder, 'planEnd'>, Order> = {
  newest: { by: lastToJoin, join: sql`` },
  name: { by: keyset('asc', { 'users.searchText': 'text', 'users.id': 'uuid' }), join: sql`` },
  attendance: {
    by: keyset('desc', { 'attended.classes': 'integer', 'users.id': 'uuid' }),
    join: sql`cross join lateral (
      select count(*) as classes from class_enrollments where user_id = users.id and attended) as attended`,
  },
  coins: {
    by: keyset('desc', { 'wallets.balance': 'integer', 'wallets.userId': 'uuid' }),
    join: sql`join wallets on wallets.user_id = users.id`,
  },
};

/** Those whose plan ends, the next end first, read along an index; then the others, whom their ids order. */
const ofPlanEnds = (now: Date): [ending: Order, others: Order] => [
  {
    by: keyset('asc', { 'planEnd.endsAt': 'instant', 'planEnd.userId': 'uuid' }),
    join: sql`join tiers_in_force(${now}) plan_end on plan_end.user_id = users.id and plan_end.ends_at is not null`,
  },
  {
    by: keyset('asc', { 'users.id': 'uuid' }),
    join: sql``,
    only: sql`not exists (select from tiers_in_force(${now}) plan_end
      where plan_end.user_id = users.id and plan_end.ends_at is not null)`,
  },
];

const partsOf = (sort: PeopleOrder, now: Date): readonly Order[] =>
  sort === 'planEnd' ? ofPlanEnds(now) : [orders[sort]];

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
  const [rows, total, administrators] = await Promise.all([
    readParts(partsOf(sort, ctx.now), { cursor, most: limit + 1 }, (part) =>
      selectPeople(ctx, filters, part),
    ),
    cursor === undefined ? countPeople(ctx, filters) : null,
    listAdministrators(ctx),
  ]);
  const answer = pageOf(rows, limit, (row) => ({
    ...row,
    allowed: { changeRole: whyNoOtherRole(administrators, row.id) },
  }));
  return { ...answer, total };
}

/** The refusal that an administrator would get who gives this person another role; null where there is none. */
export function whyNoOtherRole(administrators: readonly string[], id: string): string | null {
  return isOnlyAdministrator(administrators, id) ? peopleRefusals.lastAdmin.code : null;
}

/** What a statement answers of a person. */
type SelectedPerson = Omit<PersonRow, 'allowed'>;

async function selectPeople(
  ctx: Ctx,
  filters: PeopleFilters,
  { by, join, only = sql`true`, cursor, most }: Order & Stretch,
) {
  const matches = matching(ctx, filters);
  const { rows } = await sql<SelectedPerson & Keyed>`
    with page as (
      select users.id from users ${matches.joins} ${join}
      where ${matches.where} and ${only} and ${by.after(cursor)}
      order by ${by.order} limit ${most}
    )
    select ${personColumns}, ${by.key}
    from page join users using (id) ${withTiers(ctx)} ${join}
    order by ${by.order}`.execute(ctx.db);
  return rows;
}

/**
 * The matching people in an order, in portions, so that memory stays bounded. Their ids are read in one statement:
 * coins and attendance change while portions are read, and who moves in the order would be answered twice or not.
 */
export async function* readMatchingPeople(
  ctx: Ctx,
  filters: PeopleFilters,
  sort: PeopleOrder,
): AsyncGenerator<SelectedPerson[]> {
  const ids: string[] = [];
  for (const order of partsOf(sort, ctx.now)) ids.push(...(await selectIds(ctx, filters, order)));
  for (let from = 0; from < ids.length; from += portion) {
    const { rows } = await sql<SelectedPerson>`
      select ${personColumns}
      from unnest(${ids.slice(from, from + portion)}::uuid[]) with ordinality as page (id, place)
        join users using (id) ${withTiers(ctx)}
      order by place`.execute(ctx.db);
    yield rows;
  }
}

async function selectIds(ctx: Ctx, filters: PeopleFilters, { by, join, only = sql`true` }: Order) {
  const matches = matching(ctx, filters);
  const { rows } = await sql<{ id: string }>`
    select users.id from users ${matches.joins} ${join}
    where ${matches.where} and ${only} order by ${by.order}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

async function countPeople(ctx: Ctx, filters: PeopleFilters): Promise<number> {
  const { joins, where } = matching(ctx, filters);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users ${joins} where ${where}`.execute(ctx.db);
  return onlyRow(rows).n;
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
