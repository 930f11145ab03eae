import type { Ctx } from '#server/ctx.ts';
import { closeCheckout } from './close-checkout.ts';

/**
 * Gives up the pending payments of a person's plans, whose checkouts are closed right after the commit: the person pays
 * for another plan, or what the price was computed from has changed. The caller has locked the person (`lockPerson`).
 */
export async function giveUpPlanCheckouts(ctx: Ctx, userId: string): Promise<void> {
  const begun = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('kind', '=', 'membership')
    .execute();
  for (const { id } of begun) await closeCheckout(ctx, id);
}
