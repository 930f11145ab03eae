import { Temporal } from 'temporal-polyfill';
import type { Ctx } from '#server/ctx.ts';
import { instantAt } from '#shared/wall-clock.ts';
import { bogota } from '#shared/zones.ts';
import { classes, clubs, clubsSoon, type DemoClass, type DemoClub, type SoonClub } from './schedule.ts';
import type { People } from './seed-people.ts';

/** The student whose sign-in the demo offers. */
export const demoStudent = 'ximena@demo.example';

/** Clubs are scheduled this many days ahead. */
const clubDays = 14;

/** Inserts the twelve classes, with some seats taken by students whose tier allows it. */
export async function seedClasses(ctx: Ctx, people: People): Promise<void> {
  const today = todayIn(ctx.now);
  for (const demo of classes) {
    const teacher = people.idOf(demo.teacher);
    const startsAt = instantAt({
      date: today.add({ days: demo.inDays }).toString(),
      time: demo.time,
      zone: bogota,
    });
    if (!startsAt) throw new Error(`the demo class "${demo.title}" cannot be`);
    const id = await insertClass(ctx, 'class', demo, teacher, startsAt);
    await fillSeats(ctx, id, demo);
  }
}

/** The student whose sign-in the demo offers has seats in these: the next club and the next class of each title. */
const ownTitles = ['English Coffee', 'Inglés que sí se usa en el trabajo'];

const twoDaysMs = 48 * 60 * 60_000;

/**
 * Gives the student of the demo their seats, so that their first page has a next class. They have had that of the next
 * club for two days, so the server reminds them of it as it starts.
 */
export async function seedOwnSeats({ db, now }: Ctx): Promise<void> {
  const student = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoStudent)
    .executeTakeFirstOrThrow();
  for (const title of ownTitles) {
    const next = await db
      .selectFrom('classes')
      .select('id')
      .where('title', '=', title)
      .where('startsAt', '>', now)
      .whereRef('seatsTaken', '<', 'maxStudents')
      .orderBy('startsAt')
      .limit(1)
      .executeTakeFirstOrThrow();
    const before = new Date(now.getTime() - twoDaysMs);
    await db.updateTable('classes').set({ createdAt: before }).where('id', '=', next.id).execute();
    const seat = { classId: next.id, userId: student.id, enrolledAt: before };
    await db.insertInto('classEnrollments').values(seat).execute();
  }
}

const minute = 60_000;
const slot = 30 * minute;

/**
 * Adds the clubs of the day that start soon, unless two start within four hours anyway: whenever the demo starts, there
 * is a club to join.
 */
async function addClubsSoon(ctx: Ctx, idOf: ReadonlyMap<string, string>): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('classes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', 'club')
    .where('startsAt', '>', ctx.now)
    .where('startsAt', '<=', new Date(ctx.now.getTime() + 240 * minute))
    .executeTakeFirstOrThrow();
  if (n >= 2) return;
  for (const { inMinutes, ...club } of clubsSoon) {
    const host = idOf.get(club.teacher);
    if (!host) continue;
    const startsAt = new Date(Math.ceil((ctx.now.getTime() + inMinutes * minute) / slot) * slot);
    await fillSeats(ctx, await insertClass(ctx, 'club', club, host, startsAt), club);
  }
}

/** Schedules the clubs of the next two weeks that are not scheduled yet, and some that start soon. */
export async function topUpClubs(ctx: Ctx): Promise<void> {
  const hosts = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('name', 'in', [...new Set([...clubs, ...clubsSoon].map((club) => club.teacher))])
    .where('email', 'like', '%@demo.example')
    .execute();
  const idOf = new Map(hosts.map(({ id, name }) => [name, id]));
  const today = todayIn(ctx.now);
  for (let ahead = 0; ahead < clubDays; ahead++) {
    const date = today.add({ days: ahead });
    for (const club of clubs.filter(({ days }) => days.includes(date.dayOfWeek - 1))) {
      const startsAt = instantAt({ date: date.toString(), time: club.time, zone: bogota });
      const host = idOf.get(club.teacher);
      if (!startsAt || !host || startsAt <= ctx.now) continue;
      const there = await ctx.db
        .selectFrom('classes')
        .select('id')
        .where('title', '=', club.title)
        .where('startsAt', '=', startsAt)
        .executeTakeFirst();
      if (there) continue;
      const id = await insertClass(ctx, 'club', club, host, startsAt);
      // Fewer students have enrolled in later clubs.
      await fillSeats(ctx, id, { ...club, taken: Math.max(0, club.seats - 2 - ahead) });
    }
  }
  await addClubsSoon(ctx, idOf);
}

async function insertClass(
  { db }: Ctx,
  kind: 'class' | 'club',
  demo: DemoClass | DemoClub | Omit<SoonClub, 'inMinutes'>,
  createdBy: string,
  startsAt: Date,
): Promise<string> {
  const { title, description, language, level, tier, seats, kid, promptCard } = demo;
  const { id } = await db
    .insertInto('classes')
    .values({
      kind,
      title,
      description,
      startsAt,
      createdBy,
      language,
      level,
      requiredTier: tier,
      maxStudents: seats,
      targetAudience: kid ? 'kid' : 'adult',
      meetLink: 'https://meet.jit.si/SumiDemo',
      promptCard: promptCard ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives as many seats as the demo says to students whose plan and languages fit. */
export async function fillSeats(
  ctx: Ctx,
  classId: string,
  { taken, ...wanted }: Pick<DemoClass, 'language' | 'tier' | 'taken' | 'kid'>,
): Promise<void> {
  const values = (await eligibleFor(ctx, wanted)).slice(0, taken).map((userId) => ({ classId, userId }));
  if (values.length > 0) await ctx.db.insertInto('classEnrollments').values(values).execute();
}

/** The students of the demo who may take a seat, except the one whose sign-in it offers, the longest here first. */
export async function eligibleFor(
  { db }: Pick<Ctx, 'db'>,
  { language, tier, kid }: Pick<DemoClass, 'language' | 'tier' | 'kid'>,
): Promise<string[]> {
  const rank = { free: 0, basic: 1, premium: 2, vip: 3 };
  const learners = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .innerJoin('userRoles', 'userRoles.userId', 'profiles.userId')
    .leftJoin('userMemberships', 'userMemberships.userId', 'profiles.userId')
    .select(['profiles.userId', 'profiles.languages', 'userMemberships.tier', 'users.email'])
    .where('userRoles.role', '=', 'student')
    .where('users.email', 'like', '%@demo.example')
    .where('profiles.ageGroup', '=', kid ? 'kid' : 'adult')
    .orderBy('users.createdAt')
    .execute();
  const eligible = learners.filter(
    (learner) =>
      // The student whose sign-in the demo offers has few seats, so that visitors can try it.
      learner.email !== demoStudent &&
      learner.languages.includes(language) &&
      rank[(learner.tier ?? 'free') as DemoClass['tier']] >= rank[tier],
  );
  return eligible.map(({ userId }) => userId);
}

export function todayIn(now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(bogota).toPlainDate();
}
