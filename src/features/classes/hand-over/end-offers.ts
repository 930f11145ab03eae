import type { Ctx } from '#server/ctx.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { endSeriesOffers } from './end-series-offers.ts';

/**
 * Deletes the offers of classes that began without an answer and of series without a class to come, and the database
 * their unread notices.
 */
export async function endOffers(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  await db
    .deleteFrom('classOffers')
    .where('classId', 'in', (from) => from.selectFrom('classes').select('id').where('startsAt', '<=', now))
    .execute();
  await endSeriesOffers(ctx);
}

export const endOffersChore: Chore = { name: 'end-offers', everyMinutes: 10, run: endOffers };
