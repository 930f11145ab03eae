import type { Ctx } from '#server/ctx.ts';
import { publishEarningsChanged } from '../publish-payments-changed.ts';

/**
 * Gives the teacher's share of the paid seats of a class to another teacher, in the transaction that hands the class
 * over: the teacher who gives a class earns its seats. It counts from this moment, so that a month that was paid out
 * stays as it was. What is still to be paid is the other teacher's from the start; a refunded seat stays as it is.
 */
export async function handOverEarnings(ctx: Ctx, classId: string, teacherId: string): Promise<void> {
  const { db, now } = ctx;
  // Locked before they are read: a checkout that settles meanwhile waits, or is seen as paid.
  const seats = await db
    .selectFrom('payments')
    .select(['id', 'teacherId', 'completedAt'])
    .where('classId', '=', classId)
    .where('status', 'in', ['pending', 'failed', 'completed'])
    .where('teacherId', '<>', teacherId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (seats.length === 0) return;
  const paid = seats.filter(({ completedAt }) => completedAt);
  if (paid.length > 0) {
    await db
      .insertInto('shareHandOvers')
      .columns(['paymentId', 'fromId', 'toId', 'isFirst', 'handedOverAt'])
      .expression((eb) =>
        eb
          .selectFrom('payments')
          .where(
            'payments.id',
            'in',
            paid.map(({ id }) => id),
          )
          .select(({ val, not, exists, selectFrom }) => [
            'payments.id',
            'payments.teacherId',
            val(teacherId).as('toId'),
            not(
              exists(
                selectFrom('shareHandOvers')
                  .whereRef('shareHandOvers.paymentId', '=', 'payments.id')
                  .select('id'),
              ),
            ).as('isFirst'),
            val(now).as('handedOverAt'),
          ]),
      )
      .execute();
  }
  await db
    .updateTable('payments')
    .set({ teacherId })
    .where(
      'id',
      'in',
      seats.map(({ id }) => id),
    )
    .execute();
  await publishEarningsChanged(ctx, [teacherId, ...seats.flatMap((seat) => seat.teacherId ?? [])]);
}
