import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { publish } from '#server/events/publish.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { type Cover, coverMissedDays } from '../rules.ts';
import { readStreakFacts } from './read-streak.ts';
import { shieldNotice } from './shield-notice.ts';

/**
 * Covers the days that a person missed since the last one of their streak, with a holiday or with a shield, which is
 * then used up; the person is told. With `before`, only days before that one. The caller has locked the profile. What
 * is left uncovered breaks the streak.
 */
export async function coverStreak(ctx: Ctx, userId: string, before?: string): Promise<{ alive: boolean }> {
  const { last, days, ...facts } = await readStreakFacts(ctx, userId);
  if (last === null || days === 0) return { alive: false };
  const today = before !== undefined && before < facts.today ? before : facts.today;
  const { kept, broken } = coverMissedDays({ ...facts, last, today });
  await keep(ctx, userId, kept);
  return { alive: !broken };
}

/**
 * Covers a day whose practice was taken back, as it would have been covered when it was missed. Only where it parts the
 * streak in two: a day at its end is missed in its own time, and one before its beginning needs no shield. The caller
 * has locked the profile.
 */
export async function coverGap(ctx: Ctx, userId: string, day: string): Promise<void> {
  const { rows } = await sql<{ parts: boolean }>`
    select (select first from current_streak(${userId})) = ${day}::date + 1 and exists (
      select from practice_days where user_id = ${userId} and day = ${day}::date - 1
      union all select from kept_days where user_id = ${userId} and day = ${day}::date - 1) as parts`.execute(
    ctx.db,
  );
  const { today, holidays, shields } = await readStreakFacts(ctx, userId);
  if (!onlyRow(rows).parts || day >= today) return;
  const { kept } = coverMissedDays({ last: addDays(day, -1), today: addDays(day, 1), holidays, shields });
  await keep(ctx, userId, kept);
}

async function keep(ctx: Ctx, userId: string, kept: readonly Cover[]): Promise<void> {
  for (const { day, by } of kept) {
    await ctx.db.insertInto('keptDays').values({ userId, day, keptBy: by }).execute();
    if (by === 'shield') await spendShield(ctx, userId, day);
  }
  if (kept.length > 0) await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
}

async function spendShield(ctx: Ctx, userId: string, day: string): Promise<void> {
  await ctx.db
    .updateTable('streakShields')
    .set({ usedOn: day })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('streakShields')
        .select('id')
        .where('userId', '=', userId)
        .where('usedOn', 'is', null)
        .orderBy('gotOn')
        .orderBy('id')
        .limit(1),
    )
    .execute();
  await notify(ctx, {
    to: [userId],
    kind: 'profiles.shield-used',
    detail: { until: day },
    link: '/dashboard',
    once: shieldNotice(day),
  });
}
