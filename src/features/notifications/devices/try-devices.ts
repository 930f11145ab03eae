import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { notify } from '../notify.ts';
import { trialKind } from '../rules.ts';

/** Sends a member a notice that goes to their own devices at once, once in ten seconds. Answers how many they have. */
export async function tryDevices(ctx: Ctx): Promise<{ devices: number }> {
  const { userId } = memberOf(ctx.actor);
  const { devices } = await ctx.db
    .selectFrom('pushSubscriptions')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const once = `${trialKind} ${Math.floor(ctx.now.getTime() / 10_000)}`;
  if (devices > 0) await notify(ctx, { to: [userId], kind: trialKind, link: '/notifications/choices', once });
  return { devices };
}
