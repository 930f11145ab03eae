import { recordAct } from '#features/audit/record-act.ts';
import { refuseBelowLeast } from '#features/payments/prices/least-charge.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { tierRank } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { setPlanPrice as operation, PaidTier, Plan } from './contract.ts';
import { may } from './permissions.ts';

type Price = NonNullable<ReceivedOf<typeof operation>['body']>;

/**
 * Sets the monthly price of a plan for new payments. A running subscription keeps its price.
 * @throws Refusal signInFirst, notAllowed, payments/below-least
 */
export async function setPlanPrice(outer: Ctx, tier: PaidTier, price: Price): Promise<Plan> {
  refuse(may(outer.actor, 'price'));
  return inTransaction(outer, async (ctx) => {
    const before = await ctx.db
      .selectFrom('plans')
      .select(['priceCents', 'currency'])
      .where('tier', '=', tier)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { priceCents, currency = before.currency } = price;
    refuseBelowLeast(priceCents, currency);
    await ctx.db.updateTable('plans').set({ priceCents, currency }).where('tier', '=', tier).execute();
    await recordAct(ctx, {
      act: 'memberships.set-plan-price',
      detail: { tier, before: before.priceCents, after: priceCents, currency },
    });
    // Visitors see prices too, so every open page reads them again.
    await publish(ctx, { kind: 'memberships.changed' });
    return { tier, rank: tierRank(tier), priceCents, currency };
  });
}
