import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { lapsePrizes } from '../seasons/lapse-prizes.ts';
import { lockCup } from '../seasons/lock-cup.ts';
import { type OwnCup, readOwnCup } from './read-own-cup.ts';

/**
 * Withdraws the member's own waiting claim; without one it does nothing. A prize that waited for it alone lapses.
 * Only an administrator revokes a confirmed claim, because it hides a kid's name and a kid must not remove it.
 */
export async function withdrawCupClaim(outer: Ctx): Promise<OwnCup> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    await lockCup(ctx, 'share');
    const gone = await ctx.db
      .deleteFrom('cupClaims')
      .where('userId', '=', userId)
      .where('status', '=', 'pending')
      .returning('id')
      .execute();
    if (gone.length > 0) {
      const lapsed = await lapsePrizes(ctx);
      if (lapsed > 0) await publish(ctx, { kind: 'cup.changed' });
      else await publishToAdministrators(ctx, 'cup.changed', { and: [userId] });
    }
    return readOwnCup(ctx);
  });
}
