import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { type OwnCup, readOwnCup } from './read-own-cup.ts';

/** Rate limit: each change makes every open board read again. */
const changes = { max: 20, windowMs: hourMs };

/**
 * Shows a person on every board by name or by alias. A kid has an alias in either case.
 * @throws Refusal signInFirst, tooMany
 */
export async function setCupVisibility(outer: Ctx, { hidden }: { hidden: boolean }): Promise<OwnCup> {
  const { userId } = memberOf(outer.actor);
  await countAttempt(outer, `cup-visibility|${userId}`, changes);
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const changed = hidden
      ? await ctx.db
          .insertInto('cupAliases')
          .values({ userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .execute()
      : await ctx.db.deleteFrom('cupAliases').where('userId', '=', userId).returning('userId').execute();
    if (changed.length > 0) await publish(ctx, { kind: 'cup.changed' });
    return readOwnCup(ctx);
  });
}
