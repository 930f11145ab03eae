import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { type Keyed, type Keyset, keyset, pageOf, readParts, type Stretch } from '#server/db/keyset.ts';
import { type AgeGroup, isAdmin, memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import {
  certificateItem,
  type ManagedOrder,
  type OrderFilters,
  type OrderStatus,
  type listAllOrders as operation,
  ordersPageSize,
} from '../contract.ts';
import { may } from '../permissions.ts';
import { attendedAClassOf } from './attended-a-class-of.ts';
import { lacksConsent } from './lacks-consent.ts';

type Part = { by: Keyset; which: RawBuilder<unknown> };
const waiting: Part = { by: keyset('asc', { 'orders.id': 'uuid' }), which: sql`orders.status = 'pending'` };
const settled: Part = {
  by: keyset('desc', { 'orders.settledAt': 'instant', 'orders.id': 'uuid' }),
  which: sql`orders.status <> 'pending'`,
};

const partsOf = (status: OrderStatus | undefined) =>
  status === undefined ? [waiting, settled] : [status === 'pending' ? waiting : settled];

/**
 * A page of orders for administrators and teachers: pending ones, the oldest first, then settled ones, the latest
 * first. A verified teacher sees certificates of students who attended a class of theirs, by the names that others see,
 * and no e-mails.
 * @throws Refusal badInput for an invalid cursor
 */
export async function listAllOrders(
  ctx: Ctx,
  { cursor, ...filters }: OrderFilters & { cursor?: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'deliver'));
  const stretch = { cursor, most: ordersPageSize + 1 };
  const rows = await readParts(partsOf(filters.status), stretch, (part) => find(ctx, filters, part));
  return {
    waiting: await countWaiting(ctx),
    ...pageOf(rows, ordersPageSize, (row) => toManagedOrder(ctx, row)),
  };
}

/** One order as in the list. @throws Refusal notFound */
export async function readManagedOrder(ctx: Ctx, id: string): Promise<ManagedOrder> {
  const which = sql`orders.id = ${id}::uuid`;
  const [row] = await find(ctx, {}, { by: waiting.by, which, cursor: undefined, most: 1 });
  if (!row) throw new Refusal(commonRefusals.notFound);
  return toManagedOrder(ctx, row);
}

type OrderRow = Keyed & {
  id: string;
  userId: string;
  itemId: string;
  price: number;
  status: OrderStatus;
  createdAt: Date;
  settledAt: Date | null;
  note: string | null;
  code: string | null;
  buyerName: string;
  buyerEmail: string;
  ageGroup: AgeGroup;
  languages: string[];
  level: string | null;
  settledBy: string | null;
  isLearner: boolean;
  lacksConsent: boolean;
};

async function find(
  { db, actor }: Ctx,
  { status, itemId, search }: OrderFilters,
  { by, which, cursor, most }: Part & Stretch,
): Promise<OrderRow[]> {
  const everything = isAdmin(actor);
  const isLearner = attendedAClassOf(memberOf(actor).userId);
  const searched = everything ? sql`buyer.search_text` : sql`folded(shown.name)`;
  const [buyerName, settlerName] = everything
    ? [sql`buyer.name`, sql`settler.name`]
    : [sql`shown.name`, sql`shown_settler.name`];
  const { rows } = await sql<OrderRow>`
    select orders.id, orders.user_id, orders.item_id, orders.price, orders.status, orders.created_at,
      orders.settled_at, orders.note, certificates.code, ${buyerName} as buyer_name, buyer.email as buyer_email,
      profiles.age_group, profiles.languages, profiles.level, ${settlerName} as settled_by,
      ${isLearner} as is_learner, ${lacksConsent} as lacks_consent, ${by.key}
    from orders
    join users buyer on buyer.id = orders.user_id
    join shown_people shown on shown.id = orders.user_id
    join profiles on profiles.user_id = orders.user_id
    left join users settler on settler.id = orders.settled_by
    left join shown_people shown_settler on shown_settler.id = orders.settled_by
    left join certificates on certificates.order_id = orders.id
    where ${which} and ${by.after(cursor)}
      ${everything ? sql`` : sql`and orders.item_id = ${certificateItem} and ${isLearner}`}
      ${status === undefined ? sql`` : sql`and orders.status = ${status}`}
      ${itemId === undefined ? sql`` : sql`and orders.item_id = ${itemId}`}
      and ${hasWords(searched, search)}
    order by ${by.order} limit ${most}`.execute(db);
  return rows;
}

async function countWaiting({ db, actor }: Ctx): Promise<number> {
  const { n } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', '=', 'pending')
    .$if(!isAdmin(actor), (query) =>
      query.where('itemId', '=', certificateItem).where(attendedAClassOf(memberOf(actor).userId)),
    )
    .executeTakeFirstOrThrow();
  return n;
}

function toManagedOrder({ actor }: Ctx, row: Omit<OrderRow, keyof Keyed>): ManagedOrder {
  const { id, itemId, price, status, note, code, settledBy } = row;
  const open = status === 'pending';
  return {
    id,
    itemId,
    price,
    status,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    note,
    certificate: code,
    buyer: {
      name: row.buyerName,
      ageGroup: row.ageGroup,
      id: isAdmin(actor) ? row.userId : null,
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
