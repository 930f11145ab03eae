import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Subscriptions } from '#server/db/schema.ts';
import type { Till } from '../payment-till.ts';
import { productNames } from '../product-names.ts';
import type { SubscriptionWish } from '../providers/payment-provider.ts';
import { nextAttemptAt } from '../rules.ts';
import { settleAll } from '../settle-all.ts';
import { settleSubscription } from './settle-subscription.ts';

type Subscription = Selectable<Subscriptions>;

const atOnce = 20;

/** Tells providers what their subscriptions are to do, and reads those whose month is over without news. */
export async function tellSubscriptions(ctx: Ctx, till: Till): Promise<void> {
  await settleAll(await claimWishes(ctx), (subscription) =>
    trying(ctx, subscription, async () => {
      const provider = providerOf(till, subscription);
      await provider.changeSubscription(subscription.ref, wishOf(subscription));
      await fulfil(ctx, subscription);
    }),
  );
  await settleAll(await claimOverdue(ctx), (subscription) =>
    trying(ctx, subscription, () =>
      settleSubscription(ctx, till, providerOf(till, subscription), subscription.ref),
    ),
  );
}

function providerOf(till: Till, { provider }: Subscription) {
  const found = till.find(provider);
  if (!found) throw new Error(`no provider ${provider} is set up`);
  return found;
}

function claimWishes(ctx: Ctx): Promise<Subscription[]> {
  return claim(ctx, (db) =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('wish', 'is not', null)
      .where('nextAttemptAt', '<=', ctx.now),
  );
}

function claimOverdue(ctx: Ctx): Promise<Subscription[]> {
  return claim(ctx, (db) =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('endedAt', 'is', null)
      .where('paidUntil', '<=', ctx.now)
      .where((where) =>
        where.or([where('nextAttemptAt', 'is', null), where('nextAttemptAt', '<=', ctx.now)]),
      ),
  );
}

type Choice = ReturnType<typeof chosen>;
function chosen(db: Db) {
  return db.selectFrom('subscriptions').selectAll();
}

/** Takes what is due, with the time of the next try. */
async function claim({ db, now }: Ctx, choose: (db: Db) => Choice): Promise<Subscription[]> {
  return db.transaction().execute(async (trx) => {
    const due = await choose(trx).orderBy('nextAttemptAt').limit(atOnce).forUpdate().skipLocked().execute();
    for (const { ref, attempts } of due) {
      await trx
        .updateTable('subscriptions')
        .set({ attempts: attempts + 1, nextAttemptAt: nextAttemptAt(attempts + 1, now) })
        .where('ref', '=', ref)
        .execute();
    }
    return due;
  });
}

async function trying(ctx: Ctx, { ref }: Subscription, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    ctx.log.warn({ err: error, subscription: ref }, 'a subscription could not be seen to yet');
    const lastError = String(error instanceof Error ? error.message : error).slice(0, 500);
    await ctx.db.updateTable('subscriptions').set({ lastError }).where('ref', '=', ref).execute();
  }
}

function wishOf({ wish, wishTier, wishCents, wishCurrency }: Subscription): SubscriptionWish {
  if (!wish) throw new Error('the subscription has no change to tell the provider');
  if (wish !== 'change') return { wish };
  if (!wishTier || !wishCents || !wishCurrency) throw new Error('the change says no tier or price');
  return { wish, tier: wishTier, cents: wishCents, currency: wishCurrency, title: productNames[wishTier] };
}

/** Told. Where something else was wished for meanwhile, that stays to be told. */
async function fulfil(outer: Ctx, { ref, wish, wishedAt, wishTier }: Subscription): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    await ctx.db
      .updateTable('subscriptions')
      .set({
        wish: null,
        wishedAt: null,
        wishTier: null,
        wishCents: null,
        wishCurrency: null,
        attempts: 0,
        nextAttemptAt: null,
        lastError: null,
        ...(wish === 'change' && { nextTier: wishTier }),
        ...(wish === 'end' && { endedAt: ctx.now }),
      })
      .where('ref', '=', ref)
      .where('wishedAt', '=', wishedAt)
      .where('wish', '=', wish)
      .execute();
  });
}
