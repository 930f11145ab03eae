import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type * as contract from '../contract.ts';
import { may } from '../permissions.ts';
import { readSeatPrice } from '../prices/read-seat-price.ts';

const seatsAPage = 50;

type Operation = typeof contract.listEarningsSeats;
type Row = Omit<contract.EarningsSeat, 'at'> & { at: Date };

/** The seats, refunds and hand-overs of a statement, or of one month of it, newest first. @throws Refusal notAllowed */
export async function listEarningsSeats(
  ctx: Ctx,
  {
    teacherId = memberOf(ctx.actor).userId,
    month,
    currency: asked,
    cursor,
  }: NonNullable<ReceivedOf<Operation>['query']>,
): Promise<AnswerOf<Operation>> {
  const { db, actor } = ctx;
  refuse(may(actor, 'read-earnings', teacherId));
  const currency = asked ?? (await readSeatPrice(ctx)).currency;
  const { key, order, after } = keyset('desc', { 'movement.at': 'instant', 'movement.subject': 'uuid' });
  const { rows } = await sql<Row & Keyed>`
    select movement.subject as payment_id, movement.kind, movement.at, payment.title, student.name as student,
      movement.gross_cents, movement.owed_cents as share_cents, ${key}
    from teacher_movements movement
    join users teacher on teacher.id = movement.teacher_id
    join payments payment on payment.id = movement.subject
    join shown_people student on student.id = payment.user_id
    where movement.teacher_id = ${teacherId} and movement.currency = ${currency} and movement.kind <> 'payout'
      and ${month ? withinMonth(`${month}-01`) : sql`true`} and ${after(cursor)}
    order by ${order} limit ${seatsAPage + 1}`.execute(db);
  return pageOf(rows, seatsAPage, ({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

function withinMonth(first: string) {
  return sql`movement.at >= (${first}::timestamp at time zone teacher.zone)
    and movement.at < ((${first}::timestamp + interval '1 month') at time zone teacher.zone)`;
}
