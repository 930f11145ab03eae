import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { coverMissedDays } from '../rules.ts';
import { readStreakFacts } from './read-streak.ts';

/**
 * Covers the days that a person missed since the last one of their streak, with a holiday or with a shield, which is
 * then used up; the person is told. The caller has locked the profile. What is left uncovered breaks the streak.
 */
export async function coverStreak(ctx: Ctx, userId: string): Promise<{ alive: boolean }> {
  const { last, days, ...facts } = await readStreakFacts(ctx, userId);
  if (last === null || days === 0) return { alive: false };
  const { kept, broken } = coverMissedDays({ last, ...facts });
  for (const { day, by } of kept) {
    await ctx.db.insertInto('keptDays').values({ userId, day, keptBy: by }).execute();
    if (by === 'shield') await useShield(ctx, userId, day);
  }
  if (kept.length > 0) await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  return { alive: !broken };
}

async function useShield(ctx: Ctx, userId: string, day: string): Promise<void> {
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
    detail: { until: `${day}T12:00:00.000Z` },
    link: '/dashboard',
    once: `streak-shield:${day}`,
  });
}
