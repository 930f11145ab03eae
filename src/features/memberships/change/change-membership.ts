import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf, tierRank } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { membershipRefusals, type changeMembership as operation } from '../contract.ts';
import { findCurrentMembership } from '../find-current-membership.ts';
import { publishMembershipChanged } from '../publish-membership-changed.ts';
import { readPlanPrice, readRunningPrice } from './read-running-price.ts';
import { updateMembership } from './update-membership.ts';

type Wanted = NonNullable<ReceivedOf<typeof operation>['body']>;

/**
 * Plans a lower tier for the month after the paid one; naming the tier they have calls that off. The provider charges
 * the new price without asking the member once more, so it is the price that they saw.
 * @throws Refusal signInFirst, alreadyYours, afterThisOne, priceChanged with another price than they saw
 */
export async function changeMembership(outer: Ctx, { tier, priceSeen }: Wanted): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    // Once the month is over, the next one may be charged already, at the price it had.
    const isOver = current?.endsAt && current.endsAt <= ctx.now;
    if (!current?.subscriptionRef || current.cancelledAt || isOver)
      throw new Refusal(membershipRefusals.afterThisOne);
    const isOwn = tier === current.tier;
    if (isOwn && !current.nextTier) throw new Refusal(membershipRefusals.alreadyYours);
    if (tierRank(tier) > tierRank(current.tier)) throw new Refusal(membershipRefusals.afterThisOne);

    const now = await readRunningPrice(ctx, current);
    const price = isOwn ? now : await readPlanPrice(ctx, tier);
    // A provider charges the months of one subscription in one currency.
    if (price.currency !== now.currency) throw new Refusal(membershipRefusals.afterThisOne);
    if (!isOwn && priceSeen !== undefined && priceSeen !== price.cents)
      throw new Refusal(membershipRefusals.priceChanged);
    await updateMembership(ctx, userId, { nextTier: isOwn ? null : tier });
    await requestChange(ctx, current.subscriptionRef, { change: 'switch-tier', tier, ...price });
    await publishMembershipChanged(ctx, userId);
  });
}
