import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import type { Tier } from '#shared/actor.ts';
import { changeWork } from '../payment-work.ts';

/**
 * A change of a subscription. `switch-tier` continues it with this price and tier from the next month on, even if it
 * was set to end.
 */
export type RequestedChange =
  | { change: 'end' | 'end-later' }
  | { change: 'switch-tier'; tier: Tier; cents: number; currency: string };

/**
 * Requests a change of a subscription in the caller's transaction; `changeSubscriptions` tells the provider. The last
 * request counts, but no request undoes an `end`.
 */
export async function requestChange(ctx: Ctx, ref: string, requested: RequestedChange): Promise<void> {
  const switched = requested.change === 'switch-tier' ? requested : null;
  await ctx.db
    .updateTable('subscriptions')
    .set({
      requestedChange: requested.change,
      requestedAt: ctx.now,
      requestedTier: switched?.tier ?? null,
      requestedCents: switched?.cents ?? null,
      requestedCurrency: switched?.currency ?? null,
    })
    .where('ref', '=', ref)
    .where('endedAt', 'is', null)
    .where('requestedChange', 'is distinct from', 'end')
    .execute();
  await putDue(ctx, changeWork, ref);
}

/** The columns of a subscription after the provider was told. */
export const nothingRequested = {
  requestedChange: null,
  requestedAt: null,
  requestedTier: null,
  requestedCents: null,
  requestedCurrency: null,
};
