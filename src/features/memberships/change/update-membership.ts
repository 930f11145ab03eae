import type { Ctx } from '#server/ctx.ts';
import type { Tier } from '#shared/actor.ts';

type Change = {
  nextTier?: Tier | null;
  cancelledAt?: Date | null;
  chargeFailedAt?: Date | null;
  graceEndsAt?: Date | null;
};

/** Changes what comes after the paid month. The caller has locked the person (`lockPerson`). */
export async function updateMembership({ db }: Ctx, userId: string, change: Change): Promise<void> {
  await db.updateTable('userMemberships').set(change).where('userId', '=', userId).execute();
}
