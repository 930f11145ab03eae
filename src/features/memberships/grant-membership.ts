import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import { giveUpPlanCheckouts } from '#features/payments/checkout/give-up-checkouts.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Tier } from '#shared/actor.ts';
import { endMembership } from './end-memberships.ts';
import { findCurrentMembership } from './find-current-membership.ts';
import { saveMembership } from './save-membership.ts';

/**
 * Grants a person a tier until an instant, or without end for null; the free tier removes the one they have. A running
 * subscription is cancelled, so that the person does not pay for a granted tier. Open checkouts are closed, whose price
 * may subtract from the plan that ends. The person is told what they have, and until when, or no longer have. The
 * caller checks the permission and writes the audit log.
 */
export async function grantMembership(
  outer: Ctx,
  { userId, tier, until }: { userId: string; tier: Tier; until: Date | null },
): Promise<void> {
  const notice = { to: [userId], link: '/membership' };
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    if (current || tier !== 'free') await giveUpPlanCheckouts(ctx, userId);
    if (tier === 'free') {
      if (!current) return;
      await endMembership(ctx, userId, current);
      await notify(ctx, { ...notice, kind: 'memberships.taken-away', detail: { tier: current.tier } });
      return;
    }
    if (current?.subscriptionRef) await requestChange(ctx, current.subscriptionRef, { change: 'end' });
    await saveMembership(ctx, userId, {
      tier,
      provider: 'manual',
      startedAt: ctx.now,
      endsAt: until,
      graceEndsAt: null,
      cancelledAt: null,
      chargeFailedAt: null,
      subscriptionRef: null,
      nextTier: null,
    });
    await notify(ctx, {
      ...notice,
      ...(until
        ? { kind: 'memberships.started', detail: { tier, until: until.toISOString() } }
        : { kind: 'memberships.granted', detail: { tier } }),
    });
  });
}
