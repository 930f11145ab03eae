import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import type { Streak } from '../contract.ts';
import { coverMissedDays, earliestHoliday, type Holiday, markLastDays } from '../rules.ts';

type Row = {
  today: string;
  days: number;
  last: string | null;
  practised: boolean;
  /** The days among the last seven on which the person practised, and those that are kept without. */
  practisedOn: string[];
  keptOn: string[];
  /** The day on which the person joined. */
  joined: string;
  shields: string[];
  holidays: Holiday[];
  mostShields: number;
  holidayDays: number;
  daysBetweenHolidays: number;
};

/** What a streak follows from, as it stands in the database, in one statement. */
export async function readStreakFacts({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select today::text as today, streak_days as days, last_practice_day::text as last,
      exists (select from practice_days where user_id = profiles.user_id and day = today) as practised,
      array(select day::text from practice_days
        where user_id = profiles.user_id and day between today - 6 and today) as practised_on,
      array(select day::text from kept_days
        where user_id = profiles.user_id and day between today - 6 and today) as kept_on,
      (select own_day(users.id, users.created_at)::text from users where users.id = profiles.user_id) as joined,
      array(select got_on::text from streak_shields
        where user_id = profiles.user_id and used_on is null order by got_on) as shields,
      (select coalesce(jsonb_agg(jsonb_build_object('firstDay', first_day, 'lastDay', last_day) order by first_day), '[]')
        from streak_holidays where user_id = profiles.user_id) as holidays,
      most_shields, holiday_days, days_between_holidays
    from profiles, own_day(profiles.user_id, ${now}) as today, coin_settings
    where profiles.user_id = ${userId}`.execute(db);
  return onlyRow(rows);
}

/** The member's own streak. */
export async function readStreak(ctx: Pick<Ctx, 'actor' | 'db' | 'now'>): Promise<Streak> {
  return readStreakOf(ctx, memberOf(ctx.actor).userId);
}

/** A person's streak as it stands on their own day: with what covers the days that were missed since. */
export async function readStreakOf(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Streak> {
  const facts = await readStreakFacts(ctx, userId);
  const { today, days, last, practised, shields, holidays } = facts;
  const { kept, broken } = last ? coverMissedDays({ last, today, holidays, shields }) : missedAll;
  const spent = broken ? 0 : kept.filter(({ by }) => by === 'shield').length;
  return {
    today,
    practisedToday: practised,
    days: broken ? 0 : days,
    lastDays: markLastDays(today, {
      practised: facts.practisedOn,
      kept: [...facts.keptOn, ...(broken ? [] : kept.map(({ day }) => day))],
      joined: facts.joined,
    }),
    shields: shields.length - spent,
    mostShields: facts.mostShields,
    holiday: holidays.findLast(({ lastDay }) => lastDay >= today) ?? null,
    earliestHoliday: earliestHoliday(today, holidays.at(-1)?.lastDay ?? null, facts.daysBetweenHolidays),
    longestHoliday: facts.holidayDays,
  };
}

const missedAll = { kept: [], broken: true };
