import { sql } from 'kysely';
import { reviewKey, shownToVisitors } from '#features/classes/after/public-reviews.ts';
import { countOpenedClasses } from '#features/classes/browse/count-opened-classes.ts';
import { openSeats } from '#features/classes/rules.ts';
import { readRules } from '#features/classes/set-rules/rules-column.ts';
import { hasOpenSeat, waitingCount } from '#features/classes/waiting/waiting-columns.ts';
import { readSettings } from '#features/cup/seasons/read-settings.ts';
import { listPlans } from '#features/memberships/reads.ts';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { shownName } from '#shared/shown-name.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import type { CommunityLinks, LandingClub, readLanding as operation } from './contract.ts';

type Landing = AnswerOf<typeof operation>;
type Figures = Pick<Landing, 'clubsThisWeek' | 'clubsByDay' | 'languages' | 'cup' | 'quotes'>;

type FigureRow = Omit<Figures, 'quotes'> & { quotes: (Figures['quotes'][number] & { isAlias: boolean })[] };

const mostClubs = 3;

/** The tables that `readLanding` reads. */
export const landingTables = [
  'plans',
  'cup_settings',
  'cup_boards',
  'classes',
  'class_rules',
  'class_waiting',
  'videos',
  'class_reviews',
  'users',
  'user_roles',
  'profiles',
  'teacher_profiles',
] as const;

/** The week that the figures count moves with the clock; they follow it once a minute. */
const figuresGoodForMs = 60_000;

/** Until the first club shown begins, a minute at most. */
export function landingExpiresAt({ nextClubs: [first] }: Landing, { now }: Pick<Ctx, 'now'>): Date {
  const minute = now.getTime() + figuresGoodForMs;
  return new Date(Math.min(minute, first ? new Date(first.startsAt).getTime() : minute));
}

export async function readLanding(ctx: Ctx, links: CommunityLinks): Promise<Landing> {
  const { items: plans } = await listPlans(ctx);
  const { prizes } = await readSettings(ctx);
  const { clubSeats } = await readRules(ctx);
  return {
    ...(await readFigures(ctx)),
    nextClubs: await readNextClubs(ctx),
    clubSeats,
    plans,
    opens: await countOpenedClasses(ctx, 'adult'),
    prizes,
    links,
  };
}

/** The clubs that a new member could join: for adults, with an open seat, by a teacher who may still give them. */
async function readNextClubs({ db, now }: Ctx): Promise<LandingClub[]> {
  const rows = await db
    .selectFrom('classes')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'classes.createdBy')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'classes.createdBy')
    .select(['classes.id', 'title', 'startsAt', 'language', 'level', 'maxStudents', 'seatsTaken'])
    .select(['teacher.name', 'teacher.image', waitingCount('classes.id').as('waitingCount')])
    .where('kind', '=', 'club')
    .where('status', '=', 'scheduled')
    .where('targetAudience', '=', 'adult')
    .where('startsAt', '>', now)
    .where(hasOpenSeat())
    .orderBy('startsAt')
    .orderBy('classes.id')
    .limit(mostClubs)
    .execute();
  return rows.map(({ name, image, startsAt, maxStudents, seatsTaken, waitingCount, ...club }) => ({
    ...club,
    startsAt: startsAt.toISOString(),
    seatsLeft: openSeats({ seatsTaken, maxStudents, waitingCount }),
    teacher: { name, image },
  }));
}

/**
 * Reads all figures in one statement. The page has room for two quotes. A quote needs its teacher's public page, where
 * it can be reported.
 */
async function readFigures({ db, now }: Ctx): Promise<Figures> {
  const { rows } = await sql<Omit<FigureRow, 'clubsThisWeek'>>`
    select
      (select array_agg(clubs order by day) from (
        select day, count(id)::int as clubs from generate_series(1, 7) as day left join classes
          on kind = 'club' and status = 'scheduled'
          and starts_at >= ${now} and starts_at < ${now}::timestamptz + interval '7 days'
          and extract(isodow from starts_at at time zone ${mexicoCity}) = day
        group by day) counted) as clubs_by_day,
      (select count(*) from (
        select language from classes where status = 'scheduled' and starts_at >= ${now} and language is not null
        union
        select language from videos where is_active and moderation_status = 'approved') taught) as languages,
      exists (
        select from cup_boards where status <> 'draft' and season between
          date_trunc('month', ${now}::timestamptz at time zone ${mexicoCity}) - interval '1 month'
          and date_trunc('month', ${now}::timestamptz at time zone ${mexicoCity})) as cup,
      (select coalesce(jsonb_agg(quote), '[]') from (
        select ${reviewKey} as key, review.teacher_id as "teacherId", author.name, author.is_alias as "isAlias",
          review.words, review.rating, classes.language
        from class_reviews review
        join users person on person.id = review.user_id
        join shown_people author on author.id = review.user_id
        join profiles profile on profile.user_id = review.user_id
        join public_teachers on public_teachers.user_id = review.teacher_id
        join classes on classes.id = review.class_id
        where quoted_at is not null and ${shownToVisitors}
        order by quoted_at desc limit 2) quote) as quotes`.execute(db);
  const [{ quotes, clubsByDay, ...figures }] = rows as [Omit<FigureRow, 'clubsThisWeek'>];
  const clubsThisWeek = clubsByDay.reduce((sum, clubs) => sum + clubs, 0);
  const shown = quotes.map(({ isAlias, ...quote }) => ({
    ...quote,
    name: isAlias ? quote.name : shownName(quote.name, ''),
  }));
  return { ...figures, clubsByDay, clubsThisWeek, quotes: shown };
}
