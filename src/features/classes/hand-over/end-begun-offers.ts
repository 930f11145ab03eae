import type { Ctx } from '#server/ctx.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes the offers of classes that began without an answer, and the database their unread notices. */
export async function endBegunOffers({ db, now }: Ctx): Promise<void> {
  await db
    .deleteFrom('classOffers')
    .where('classId', 'in', (from) => from.selectFrom('classes').select('id').where('startsAt', '<=', now))
    .execute();
}

export const endBegunOffersChore: Chore = { name: 'end-offers', everyMinutes: 10, run: endBegunOffers };
