import type { Ctx } from '#server/ctx.ts';

/**
 * Deletes the offers of series of which no class is to come that the teacher who offers gives, and the database their
 * unread notices. `seriesId`: of that series alone.
 */
export async function endSeriesOffers({ db, now }: Ctx, seriesId?: string): Promise<void> {
  await db
    .deleteFrom('classOffers')
    .where('seriesId', 'is not', null)
    .$if(seriesId !== undefined, (query) => query.where('seriesId', '=', seriesId ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classes')
            .select('classes.id')
            .whereRef('classes.seriesId', '=', 'classOffers.seriesId')
            .whereRef('classes.createdBy', '=', 'classOffers.fromId')
            .where('classes.status', '=', 'scheduled')
            .where('classes.startsAt', '>', now),
        ),
      ),
    )
    .execute();
}
