import { sql } from 'kysely';
import { seatsLeft } from '#features/classes/rules.ts';
import { listPlans } from '#features/memberships/reads.ts';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { shownName } from '#shared/shown-name.ts';
import type { CommunityLinks, LandingClub, readLanding as operation } from './contract.ts';

type Landing = AnswerOf<typeof operation>;
type Figures = Pick<Landing, 'clubsThisWeek' | 'languages' | 'quotes'>;

const mostClubs = 3;

/** The tables that `readLanding` reads. */
export const landingTables = [
  'plans',
  'classes',
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
export function landingGoodUntil({ nextClubs: [first] }: Landing, { now }: Pick<Ctx, 'now'>): Date {
  const minute = now.getTime() + figuresGoodForMs;
  return new Date(Math.min(minute, first ? new Date(first.startsAt).getTime() : minute));
}

export async function readLanding(ctx: Ctx, links: CommunityLinks): Promise<Landing> {
  const { items: plans } = await listPlans(ctx);
  return { ...(await readFigures(ctx)), nextClubs: await readNextClubs(ctx), plans, links };
}

/** The clubs that a new member could join: for adults, with a free seat, by a teacher who may still give them. */
async function readNextClubs({ db, now }: Ctx): Promise<LandingClub[]> {
  const rows = await db
    .selectFrom('classes')
    .innerJoin('users', 'users.id', 'classes.createdBy')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'classes.createdBy')
    .select(['classes.id', 'title', 'startsAt', 'language', 'level', 'maxStudents', 'seatsTaken'])
    .select(['users.name', 'users.image'])
    .where('kind', '=', 'club')
    .where('status', '=', 'scheduled')
    .where('targetAudience', '=', 'adult')
    .where('startsAt', '>', now)
    .whereRef('seatsTaken', '<', 'maxStudents')
    .orderBy('startsAt')
    .orderBy('classes.id')
    .limit(mostClubs)
    .execute();
  return rows.map(({ name, image, startsAt, maxStudents, seatsTaken, ...club }) => ({
    ...club,
    startsAt: startsAt.toISOString(),
    seatsLeft: seatsLeft({ seatsTaken, maxStudents }),
    teacher: { name, image },
  }));
}

/** Reads all figures in one statement. The page has room for two quotes. */
async function readFigures({ db, now }: Ctx): Promise<Figures> {
  const { rows } = await sql<Figures>`
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
        where quoted_at is not null and profiles.age_group = 'adult' and users.banned_at is null
        order by quoted_at desc limit 2) quote) as quotes`.execute(db);
  const [{ quotes, ...figures }] = rows as [Figures];
  const shown = quotes.map((quote) => ({ ...quote, name: shownName(quote.name, '') }));
  return { ...figures, quotes: shown };
}
