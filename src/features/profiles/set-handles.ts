import type { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { handlesAreForAdults, type Platform, type handles as schema } from './contract.ts';
import { refuseKid } from './refuse-kid.ts';

export type Handles = z.output<typeof schema>;

/** Keeps the handles a member typed, one a platform; an empty one removes it. Kids have none. */
export async function setHandles(outer: Ctx, handles: Handles): Promise<void> {
  const { userId } = memberOf(outer.actor);
  const typed = Object.entries(handles) as [Platform, string][];
  const kept = typed.filter(([, handle]) => handle !== '');
  const removed = typed.filter(([, handle]) => handle === '').map(([platform]) => platform);
  if (typed.length === 0) return;
  await inTransaction(outer, async (ctx) => {
    if (kept.length > 0) await refuseKid(ctx, userId, handlesAreForAdults);
    if (removed.length > 0) {
      await ctx.db
        .deleteFrom('oauthConnections')
        .where('userId', '=', userId)
        .where('platform', 'in', removed)
        .execute();
    }
    if (kept.length > 0) {
      await ctx.db
        .insertInto('oauthConnections')
        .values(kept.map(([platform, platformUsername]) => ({ userId, platform, platformUsername })))
        .onConflict((same) =>
          same.columns(['userId', 'platform']).doUpdateSet((of) => ({
            platformUsername: of.ref('excluded.platformUsername'),
            isActive: true,
          })),
        )
        .execute();
    }
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  });
}
