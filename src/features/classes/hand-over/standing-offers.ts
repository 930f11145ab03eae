import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset } from '#server/db/keyset.ts';
import type { Offer } from '../contract.ts';

type Shown = Omit<Offer, 'startsAt' | 'overlapping'> & {
  startsAt: Date;
  overlappingTitle: string | null;
  overlappingStartsAt: Date | null;
};

/** An offer as both teachers see it, and what it is of: a series, or else the class alone. */
export type StandingOffer = Shown & { fromId: string; seriesId: string | null };

const newestFirst = keyset('desc', { 'offer.offeredAt': 'instant', 'offer.id': 'uuid' });

type Asked = { userId: string; id?: string | null; cursor?: string | undefined; most?: number };

/**
 * The offers that a person made or got, newest first, at most `most`; with `id`, that one. An offer stands while both
 * teachers may give classes and a class of it is to come, which its teacher gives. @throws Refusal badInput for a
 * malformed cursor
 */
export async function selectStandingOffers(
  { db, now }: Ctx,
  { userId, id = null, cursor, most = 1 }: Asked,
): Promise<(StandingOffer & Keyed)[]> {
  const { rows } = await sql<StandingOffer & Keyed>`
    select offer.id, case when offer.to_id = ${userId} then 'me' else 'them' end as "to", offer.from_id,
      offer.series_id, series.weekdays, next.id as class_id, next.title, next.starts_at, next.language, next.level,
      next.target_audience, next.seats_taken, next.max_students, other.name,
      own.title as overlapping_title, own.starts_at as overlapping_starts_at, ${newestFirst.key}
    from standing_class_offers offer
      left join class_series series on series.id = offer.series_id
      join shown_people other on other.id = case when offer.to_id = ${userId} then offer.from_id else offer.to_id end
      cross join lateral (select * from classes
        where (classes.id = offer.class_id or classes.series_id = offer.series_id)
          and classes.created_by = offer.from_id and classes.status = 'scheduled' and classes.starts_at > ${now}
        order by starts_at limit 1) next
      left join lateral (select mine.title, mine.starts_at
        from classes offered
          join classes mine on mine.created_by = ${userId} and mine.status = 'scheduled'
            and class_overlaps(mine.starts_at, mine.duration_minutes,
              offered.starts_at, class_end(offered.starts_at, offered.duration_minutes))
        where (offered.id = offer.class_id or offered.series_id = offer.series_id)
          and offered.created_by = offer.from_id and offered.status = 'scheduled' and offered.starts_at > ${now}
        order by mine.starts_at limit 1) own on offer.to_id = ${userId}
    where (offer.to_id = ${userId} or offer.from_id = ${userId}) and (${id}::uuid is null or offer.id = ${id}::uuid)
      and (offer.series_id is null or series.created_by = offer.from_id)
      and ${newestFirst.after(cursor)}
    order by ${newestFirst.order} limit ${most}`.execute(db);
  return rows;
}
