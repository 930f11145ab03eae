import type { Ctx } from '#server/ctx.ts';
import { type Tier, tierRank } from '#shared/actor.ts';
import type { Plan } from './contract.ts';

/** Every plan there is, the least first. */
export async function listPlans({ db }: Ctx): Promise<{ items: Plan[] }> {
  const rows = await db.selectFrom('plans').select(['tier', 'priceCents', 'currency']).execute();
  const items = rows.map(({ tier, ...price }) => ({
    tier: tier as Tier,
    rank: tierRank(tier as Tier),
    ...price,
  }));
  return { items: items.sort((one, other) => one.rank - other.rank) };
}
