import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';
import type { Tier } from '#shared/actor.ts';

/** What becomes of a subscription; `change` is of its price and tier, from the next month on. */
export type Wish =
  | { wish: 'end' | 'end-later' | 'go-on' }
  | { wish: 'change'; tier: Tier; cents: number; currency: string };

/**
 * Notes what the provider is to do with a subscription, in the transaction at hand; the chore `settle-payments`
 * tells it. The last wish counts, but nothing undoes an end.
 */
export async function wishSubscription(ctx: Ctx, ref: string, wish: Wish): Promise<void> {
  await ctx.db
    .updateTable('subscriptions')
    .set({
      wish: wish.wish,
      wishedAt: ctx.now,
      wishTier: wish.wish === 'change' ? wish.tier : null,
      wishCents: wish.wish === 'change' ? wish.cents : null,
      wishCurrency: wish.wish === 'change' ? wish.currency : null,
      attempts: 0,
      nextAttemptAt: ctx.now,
      lastError: null,
    })
    .where('ref', '=', ref)
    .where('endedAt', 'is', null)
    .where('wish', 'is distinct from', 'end')
    .execute();
  hurry(ctx, 'settle-payments');
}
