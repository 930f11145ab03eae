import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { readActor } from '#features/accounts/resolve-actor.ts';
import { offerClass } from '#features/classes/hand-over/offer-class.ts';
import type { Ctx } from '#server/ctx.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { bogota } from '#shared/time/zones.ts';
import {
  classes,
  clubs,
  clubsSoon,
  type DemoClass,
  type DemoClub,
  repeatingClubs,
  type SoonClub,
} from './schedule.ts';
import type { People } from './seed-people.ts';

/** The student whose sign-in the demo offers. */
export const demoStudent = 'ximena@demo.example';

/** The administrator whose sign-in the demo offers. */
export const demoAdmin = 'admin@demo.example';

/** The accounts of the demo. */
export const demoAddresses = '%@demo.example';

/** Classes and clubs are scheduled this many days ahead. */
const daysAhead = 14;

/**
 * Inserts the twelve classes, with some seats taken by students whose tier allows it. A teacher has asked another one
 * to give one of them.
 */
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
    if (!demo.offeredTo) continue;
    const actor = await readActor(ctx, teacher, crypto.randomUUID());
    await offerClass({ ...ctx, actor }, id, people.idOf(demo.offeredTo));
  }
}

/**
 * Gives each class of the demo that has begun its next turn, two weeks later or the first multiple of that to come, so
 * that there are always classes for two weeks. A class that a visitor of the demo deleted does not come back.
 */
export async function topUpClasses(ctx: Ctx): Promise<void> {
  const latest = await ctx.db
    .selectFrom('classes')
    .innerJoin('users', 'users.id', 'classes.createdBy')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'users.id')
    .select((of) => ['title', 'createdBy', of.fn.max('startsAt').as('startsAt')])
    .where('kind', '=', 'class')
    .where('seriesId', 'is', null)
    .where('users.email', 'like', demoAddresses)
    .where(
      'title',
      'in',
      classes.map(({ title }) => title),
    )
    .groupBy(['title', 'createdBy'])
    .having((of) => of.fn.max('startsAt'), '<=', ctx.now)
    .execute();
  for (const { title, createdBy, startsAt } of latest) {
    const demo = classes.find((each) => each.title === title);
    const next = demo && nextTurn(todayIn(startsAt), demo.time, ctx.now);
    if (next) await fillSeats(ctx, await insertClass(ctx, 'class', demo, createdBy, next), demo);
  }
}

function nextTurn(day: Temporal.PlainDate, time: string, now: Date): Date | null {
  const passed = day.until(todayIn(now)).days;
  for (const turns of [0, 1]) {
    const days = (Math.ceil(passed / daysAhead) + turns) * daysAhead;
    const at = instantAt({ date: day.add({ days }).toString(), time, zone: bogota });
    if (at && days > 0 && at > now) return at;
  }
  return null;
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

/**
 * Schedules the clubs of the next two weeks, and some that start soon. Each club gets the turns after its last
 * scheduled one: an earlier one that a visitor of the demo moved or deleted is not scheduled again.
 */
export async function topUpClubs(ctx: Ctx): Promise<void> {
  const hosts = await ctx.db
    .selectFrom('users')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'users.id')
    .select(['id', 'name'])
    .where('name', 'in', [...new Set([...clubs, ...clubsSoon].map((club) => club.teacher))])
    .where('email', 'like', demoAddresses)
    .execute();
  const idOf = new Map(hosts.map(({ id, name }) => [name, id]));
  const end = new Date(ctx.now.getTime() + daysAhead * 24 * 60 * minute);
  const scheduled = await ctx.db
    .selectFrom('classes')
    .select((of) => ['title', of.fn.max('startsAt').as('startsAt')])
    .where('kind', '=', 'club')
    .where(
      'title',
      'in',
      clubs.map(({ title }) => title),
    )
    .where('startsAt', '<', end)
    .groupBy('title')
    .execute();
  const lastDayOf = new Map(scheduled.map(({ title, startsAt }) => [title, todayIn(startsAt)]));
  const today = todayIn(ctx.now);
  for (const club of clubs) {
    const lastDay = lastDayOf.get(club.title) ?? today.subtract({ days: 1 });
    const passed = Math.max(0, today.until(lastDay).days + 1);
    for (let ahead = passed; ahead < daysAhead; ahead++) {
      const date = today.add({ days: ahead });
      if (!club.days.includes(date.dayOfWeek - 1)) continue;
      const startsAt = instantAt({ date: date.toString(), time: club.time, zone: bogota });
      const host = idOf.get(club.teacher);
      if (startsAt && host && startsAt > ctx.now) await insertClass(ctx, 'club', club, host, startsAt);
    }
  }
  await addClubsSoon(ctx, idOf);
}

/** How many of the next turns of a club have students. */
const turnsWithStudents = 4;

/** Gives the next turns of each club of the demo students; fewer have enrolled in later ones. */
export async function fillClubs(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string; title: string; lacks: number }>`
    select id, title, lacks from (
      select classes.id, title, status, max_students - seats_taken - 2
          - (row_number() over (partition by title order by starts_at) - 1)::integer as lacks,
        row_number() over (partition by title order by starts_at) as turn
      from classes join users on users.id = created_by
      where kind = 'club' and target_audience = 'adult' and starts_at > ${ctx.now} and email like ${demoAddresses}
        and title = any(${[...clubs, ...repeatingClubs].map(({ title }) => title)})) next
    where turn <= ${turnsWithStudents} and lacks > 0 and status = 'scheduled' order by turn, title`.execute(
    ctx.db,
  );
  for (const { id, title, lacks } of rows) {
    const club = [...clubs, ...repeatingClubs].find((each) => each.title === title);
    if (club) await fillSeats(ctx, id, { ...club, taken: lacks });
  }
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

/** Gives as many more seats as the demo says to students whose plan and languages fit. */
export async function fillSeats(
  ctx: Ctx,
  classId: string,
  { taken, ...wanted }: Pick<DemoClass, 'language' | 'tier' | 'taken' | 'kid'>,
): Promise<void> {
  if (taken === 0) return;
  const seated = new Set(await seatedIn(ctx, classId));
  const free = (await eligibleFor(ctx, wanted)).filter((userId) => !seated.has(userId));
  const values = free.slice(0, taken).map((userId) => ({ classId, userId }));
  if (values.length > 0) await ctx.db.insertInto('classEnrollments').values(values).execute();
}

/** The students with a seat in a class, held ones too. */
export async function seatedIn({ db }: Pick<Ctx, 'db'>, classId: string): Promise<string[]> {
  const seats = await db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', classId)
    .execute();
  return seats.map(({ userId }) => userId);
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
    .where('users.bannedAt', 'is', null)
    .where('users.email', 'like', demoAddresses)
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
