import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { isAdmin } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import {
  certificateItem,
  type ManagedOrder,
  type OrderStatus,
  type listAllOrders as operation,
  ordersPageSize,
} from '../contract.ts';
import { may } from '../permissions.ts';

export type OrderFilters = {
  status?: OrderStatus | undefined;
  itemId?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
};

/**
 * A page of orders for those who deliver: what waits, the longest waiting first, then what was settled, the latest
 * first. A verified teacher sees certificates only, and no e-mails.
 * @throws Refusal badInput for a cursor that is none
 */
export async function readAllOrders(ctx: Ctx, filters: OrderFilters): Promise<AnswerOf<typeof operation>> {
  const refusal = may(ctx.actor, 'deliver');
  if (refusal) throw new Refusal(refusal);
  const after = filters.cursor === undefined ? null : readCursor(filters.cursor);
  const rows: OrderRow[] = [];
  if (filters.status !== 'fulfilled' && filters.status !== 'refunded' && after?.part !== 'settled') {
    const further = after ? sql`and orders.id > ${after.id}::uuid` : sql``;
    rows.push(...(await find(ctx, filters, sql`orders.status = 'pending' ${further}`, sql`orders.id`)));
  }
  const room = ordersPageSize + 1 - rows.length;
  if (filters.status !== 'pending' && room > 0) {
    const further =
      after?.part === 'settled'
        ? sql`and (orders.settled_at, orders.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``;
    const which = sql`orders.status <> 'pending' ${further}`;
    rows.push(...(await find(ctx, filters, which, sql`orders.settled_at desc, orders.id desc`, room)));
  }
  const page = rows.slice(0, ordersPageSize);
  const last = page.at(-1);
  return {
    waiting: await countWaiting(ctx),
    items: page.map((row) => shown(ctx, row)),
    nextCursor: rows.length > page.length && last ? cursorAfter(last) : null,
  };
}

/** One order as the list has it; null when there is none. */
export async function readManagedOrder(ctx: Ctx, id: string): Promise<ManagedOrder | null> {
  const [row] = await find(ctx, {}, sql`orders.id = ${id}::uuid`, sql`orders.id`);
  return row ? shown(ctx, row) : null;
}

type OrderRow = {
  id: string;
  userId: string;
  itemId: string;
  price: number;
  status: OrderStatus;
  createdAt: Date;
  updatedAt: Date;
  /** Microseconds, which a Date does not hold. */
  settledKey: string | null;
  note: string | null;
  code: string | null;
  buyerName: string;
  buyerEmail: string;
  languages: string[];
  level: string | null;
  settledBy: string | null;
};

async function find(
  { db, actor }: Ctx,
  { status, itemId, search }: OrderFilters,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit = ordersPageSize + 1,
): Promise<OrderRow[]> {
  const everything = isAdmin(actor);
  const searched = everything ? sql`buyer.search_text` : sql`folded(buyer.name)`;
  const { rows } = await sql<OrderRow>`
    select orders.id, orders.user_id, orders.item_id, orders.price, orders.status, orders.created_at,
      orders.updated_at, orders.note, certificates.code, buyer.name as buyer_name, buyer.email as buyer_email,
      profiles.languages, profiles.level, settler.name as settled_by,
      to_char(orders.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as settled_key
    from orders
    join users buyer on buyer.id = orders.user_id
    join profiles on profiles.user_id = orders.user_id
    left join users settler on settler.id = orders.settled_by
    left join certificates on certificates.order_id = orders.id
    where ${which}
      ${everything ? sql`` : sql`and orders.item_id = ${certificateItem}`}
      ${status === undefined ? sql`` : sql`and orders.status = ${status}`}
      ${itemId === undefined ? sql`` : sql`and orders.item_id = ${itemId}`}
      ${search === undefined ? sql`` : sql`and strpos(${searched}, folded(${search})) > 0`}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

async function countWaiting({ db, actor }: Ctx): Promise<number> {
  const { n } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', '=', 'pending')
    .$if(!isAdmin(actor), (query) => query.where('itemId', '=', certificateItem))
    .executeTakeFirstOrThrow();
  return n;
}

function shown({ actor }: Ctx, row: OrderRow): ManagedOrder {
  const { id, itemId, price, status, note, code, settledBy } = row;
  const open = status === 'pending';
  return {
    id,
    itemId,
    price,
    status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    note,
    certificate: code,
    buyer: {
      name: row.buyerName,
      email: isAdmin(actor) ? row.buyerEmail : null,
      languages: row.languages,
      level: row.level,
    },
    settledBy,
    allowed: {
      fulfil: open && may(actor, 'fulfil', row) === null,
      refund: open && may(actor, 'refund', row) === null,
    },
  };
}

/** A page ends among those that wait, known by their id, or among the settled, by when and their id. */
function cursorAfter({ id, settledKey }: OrderRow): string {
  return encodeCursor(settledKey === null ? ['waiting', '', id] : ['settled', settledKey, id]);
}

const cursorParts = z.union([
  z.tuple([z.literal('waiting'), z.literal(''), z.uuid()]),
  z.tuple([z.literal('settled'), z.iso.datetime(), z.uuid()]),
]);

function readCursor(cursor: string): { part: 'waiting' | 'settled'; at: string; id: string } {
  const read = cursorParts.safeParse(decodeCursor(cursor, 3));
  if (!read.success) throw new Refusal(commonRefusals.badInput);
  const [part, at, id] = read.data;
  return { part, at, id };
}
