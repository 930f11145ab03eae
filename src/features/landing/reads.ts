import { sql } from 'kysely';
import { shownName } from '#features/cup/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { CommunityLinks, readLanding as operation } from './contract.ts';

type Landing = AnswerOf<typeof operation>;

/** Reads all figures in one statement. Two quotes or none, because the page has room for exactly two. */
export async function readLanding({ db, now }: Ctx, links: CommunityLinks): Promise<Landing> {
  const { rows } = await sql<Omit<Landing, 'links'>>`
    select
      (select count(*) from classes
        where kind = 'club' and status = 'scheduled'
          and starts_at >= ${now} and starts_at < ${now}::timestamptz + interval '7 days') as clubs_this_week,
      (select count(*) from (
        select language from classes where status = 'scheduled' and starts_at >= ${now} and language is not null
        union
        select language from videos where is_active and moderation_status = 'approved') taught) as languages,
      (select coalesce(jsonb_agg(quote), '[]') from (
        select
          users.name, class_reviews.words, class_reviews.rating, classes.language
        from class_reviews
        join users on users.id = class_reviews.user_id
        join profiles on profiles.user_id = class_reviews.user_id
        join classes on classes.id = class_reviews.class_id
        where may_quote and rating >= 4 and words is not null
          and profiles.age_group = 'adult' and users.banned_at is null
        order by class_reviews.created_at desc limit 2) quote) as quotes`.execute(db);
  const [{ quotes, ...figures }] = rows as [Omit<Landing, 'links'>];
  const shown = quotes.map((quote) => ({ ...quote, name: shownName(quote.name, '') }));
  return { ...figures, links, quotes: shown.length === 2 ? shown : [] };
}
