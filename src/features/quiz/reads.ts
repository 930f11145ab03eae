import { sql } from 'kysely';
import { selectVisibleClasses } from '#features/classes/class-rows.ts';
import { openSeats } from '#features/classes/rules.ts';
import { hasOpenSeat, waitingCount } from '#features/classes/waiting/waiting-columns.ts';
import { shownTo } from '#features/videos/shown-to.ts';
import type { Ctx } from '#server/ctx.ts';
import { tierRank, tiers } from '#shared/actor.ts';
import type { PersonalPlan, PlanAnswers } from './contract.ts';
import { kindsFor, topicsFor, weeklyRhythm } from './rules.ts';

const mostSessions = 6;
const mostVideos = 4;

/** The plan for these answers, from the classes and videos that the reader may see now. */
export async function readPlan(ctx: Ctx, answers: PlanAnswers): Promise<PersonalPlan> {
  const sessions = await readSessions(ctx, answers);
  return {
    rhythm: weeklyRhythm(answers, sessions.length),
    sessions,
    videos: await readVideos(ctx, answers),
  };
}

/**
 * Sessions of the next two weeks that the reader can still join, those within the membership first. A visitor sees
 * what a new adult account would see.
 */
async function readSessions(
  ctx: Ctx,
  { language, level, modality }: PlanAnswers,
): Promise<PersonalPlan['sessions']> {
  const { actor, now } = ctx;
  const { ageGroup, tier } = actor.kind === 'member' ? actor : ({ ageGroup: 'adult', tier: 'free' } as const);
  const included = tiers.slice(0, tierRank(tier) + 1);
  let query = ctx.db
    .selectFrom('classes')
    .select(['id', 'kind', 'title', 'startsAt', 'durationMinutes', 'level', 'requiredTier'])
    .select(['maxStudents', 'seatsTaken', waitingCount('classes.id').as('waitingCount')])
    .where('status', '=', 'scheduled')
    .where('targetAudience', '=', ageGroup)
    .where(sql<boolean>`kind = any(${kindsFor(modality)})`)
    .where('language', '=', language)
    .where((is) => is.or([is('level', 'is', null), is('level', '=', level)]))
    .where('startsAt', '>', now)
    .where(sql<boolean>`starts_at < ${now}::timestamptz + interval '14 days'`)
    .where(hasOpenSeat())
    // While its teacher may not give classes, a member cannot enrol and the public address says nothing to visitors.
    .where('createdBy', 'in', ctx.db.selectFrom('possibleTeachers').select('userId'))
    .orderBy(sql`required_tier = any(${included})`, 'desc')
    .orderBy('startsAt')
    .orderBy('id')
    .limit(mostSessions);
  if (actor.kind === 'member') {
    const visible = selectVisibleClasses(ctx, actor).clearSelect().clearOrderBy().select('classes.id');
    // A teacher cannot take a seat in their own class.
    query = query.where('id', 'in', visible).where('createdBy', '!=', actor.userId);
  }
  const rows = await query.execute();
  return rows
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .map(({ seatsTaken, maxStudents, waitingCount, ...row }) => ({
      ...row,
      startsAt: row.startsAt.toISOString(),
      seatsLeft: openSeats({ seatsTaken, maxStudents, waitingCount }),
    }));
}

/** Visible videos of that language and level: those about the goals first, then the newest first. */
async function readVideos(
  { db, actor }: Ctx,
  { language, level, goals }: PlanAnswers,
): Promise<PersonalPlan['videos']> {
  return db
    .selectFrom('videos')
    .select(['id', 'title', 'topics', 'thumbnailUrl', 'seconds'])
    .where(shownTo(actor.kind === 'member' ? actor : { ageGroup: 'adult' }))
    .where('language', '=', language)
    .where('level', '=', level)
    .orderBy(sql`topics && ${topicsFor(goals)}::text[]`, 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostVideos)
    .execute();
}
