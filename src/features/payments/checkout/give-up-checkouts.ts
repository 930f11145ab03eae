import type { Ctx } from '#server/ctx.ts';
import type { Kind } from '../contract.ts';
import { closeCheckout } from './close-checkout.ts';

/**
 * Gives up a person's pending payments, those of one kind where it is named. Their checkouts are closed right after the
 * commit. The caller has locked the person (`lockPerson`).
 */
export async function giveUpCheckouts(ctx: Ctx, userId: string, kind?: Kind): Promise<void> {
  const begun = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind as Kind))
    .execute();
  for (const { id } of begun) await closeCheckout(ctx, id);
}

/** Gives up those of plans: the person pays for another plan, or what the price was computed from has changed. */
export const giveUpPlanCheckouts = (ctx: Ctx, userId: string) => giveUpCheckouts(ctx, userId, 'membership');
