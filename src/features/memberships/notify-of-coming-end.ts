import { sql } from 'kysely';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { dayMs } from '#shared/time/durations.ts';

/** How many days before its end the person is told. */
const daysBeforeEnd = 3;

/**
 * Tells people whose plan ends in three days, once for each end. Only of plans that no subscription renews: those were
 * paid or given by hand, and without a word their classes close from one hour to the next. A plan that was shorter than
 * the three days is not told of.
 */
export async function notifyOfComingEnds(outer: Ctx): Promise<void> {
  const ending = await outer.db
    .selectFrom('userMemberships')
    .select('userId')
    .where(isToBeTold(outer.now))
    .limit(200)
    .execute();
  await runEach(ending, ({ userId }) =>
    inTransaction(outer, async (ctx) => {
      await lockPerson(ctx, userId);
      const told = await ctx.db
        .updateTable('userMemberships')
        .set({ toldOfEndAt: sql`ends_at` })
        .where('userId', '=', userId)
        .where(isToBeTold(ctx.now))
        .returning(['tier', 'endsAt'])
        .executeTakeFirst();
      if (!told?.endsAt) return;
      await notify(ctx, {
        to: [userId],
        kind: 'memberships.ends-soon',
        detail: { tier: told.tier, until: told.endsAt.toISOString() },
        link: '/membership',
      });
    }),
  );
}

function isToBeTold(now: Date) {
  return sql<boolean>`tier <> 'free' and subscription_ref is null
    and ends_at > ${now} and ends_at <= ${new Date(now.getTime() + daysBeforeEnd * dayMs)}
    and ends_at - started_at > make_interval(days => ${daysBeforeEnd})
    and told_of_end_at is distinct from ends_at`;
}

export const comingEndsChore: Chore = {
  name: 'tell-of-coming-ends',
  everyMinutes: 15,
  run: notifyOfComingEnds,
};
