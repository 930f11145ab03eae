import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { minuteMs } from '#shared/time/durations.ts';

/** A payment that ends releases its seat. This limit is for a provider that does not answer, in minutes. */
const unansweredMinutes = 60;

/**
 * Releases seats that are held for a payment an hour after their time. A payment that completes afterwards gets a seat
 * while one is free, or is refunded. Offers without a payment are looked after by `offer-seats.ts`.
 */
export async function releaseOverdueSeats(outer: Ctx): Promise<void> {
  const before = new Date(outer.now.getTime() - unansweredMinutes * minuteMs);
  const late = await outer.db
    .selectFrom('classEnrollments')
    .select('classId')
    .distinct()
    .where('paymentId', 'is not', null)
    .where('heldUntil', '<', before)
    .execute();
  await runEach(late, ({ classId }) =>
    inTransaction(outer, async (ctx) => {
      await ctx.db.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute();
      await ctx.db
        .deleteFrom('classEnrollments')
        .where('classId', '=', classId)
        .where('paymentId', 'is not', null)
        .where('heldUntil', '<', before)
        .execute();
      await publish(ctx, { kind: 'classes.changed', subject: classId });
    }),
  );
}

export const releaseOverdueSeatsChore: Chore = {
  name: 'release-seats',
  everyMinutes: 10,
  run: releaseOverdueSeats,
};
