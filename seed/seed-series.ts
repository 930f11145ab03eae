import { readActor } from '#features/accounts/resolve-actor.ts';
import { offerSeries } from '#features/classes/hand-over/offer-series.ts';
import { extendSeries } from '#features/classes/series/extend-series.ts';
import { startSeries } from '#features/classes/series/start-series.ts';
import type { Ctx } from '#server/ctx.ts';
import { bogota } from '#shared/time/zones.ts';
import { type DemoClub, repeatingClubs } from './schedule.ts';
import { todayIn } from './seed-classes.ts';
import type { People } from './seed-people.ts';

/** Days without classes, one of which the demo keeps. */
const holidays = [
  { month: 12, day: 25, name: 'Navidad' },
  { month: 5, day: 1, name: 'Día del Trabajo' },
];

/** The next of these days, never one of the coming week, in which there are clubs to see every day. */
async function seedHoliday({ db, now }: Ctx): Promise<void> {
  const today = todayIn(now);
  const inAWeek = today.add({ days: 7 }).toString();
  const [next] = holidays
    .flatMap(({ name, ...date }) =>
      [0, 1].map((years) => ({ name, day: today.with(date).add({ years }).toString() })),
    )
    .filter(({ day }) => day > inAWeek)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  if (next) await db.insertInto('classHolidays').values(next).execute();
}

/** Starts the clubs that repeat as series, as an organiser does. One of their hosts wants to give theirs away. */
export async function seedSeries(ctx: Ctx, people: People): Promise<void> {
  await seedHoliday(ctx);
  for (const club of repeatingClubs) {
    const createdBy = people.idOf(club.teacher);
    const [first] = await startSeries(ctx, { ...formOf(ctx, club), createdBy });
    if (!club.offeredTo || !first) continue;
    const actor = await readActor(ctx, createdBy, crypto.randomUUID());
    await offerSeries({ ...ctx, actor }, first, people.idOf(club.offeredTo));
  }
}

/** The classes of series that have come due since the demo last ran, before its first page is opened. */
export async function topUpSeries(ctx: Ctx): Promise<void> {
  await extendSeries(ctx);
}

function formOf({ now }: Ctx, club: DemoClub) {
  const { title, description, promptCard = null, language, level, tier, seats, time, days } = club;
  return {
    kind: 'club' as const,
    title,
    description,
    promptCard,
    language,
    level,
    requiredTier: tier,
    maxStudents: seats,
    targetAudience: 'adult' as const,
    durationMinutes: 60,
    zone: bogota,
    meetLink: 'https://meet.jit.si/SumiDemo',
    date: todayIn(now).toString(),
    time,
    repeats: { weekdays: days.map((day) => day + 1), until: null },
  };
}
