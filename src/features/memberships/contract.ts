import { z } from 'zod';
import { tiers } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';

/** A month in one tier. */
export const plan = z.object({
  tier: z.enum(tiers),
  /** 0 for free up to 3 for vip: a plan opens every class that asks for its rank or less. */
  rank: z.int(),
  /** Whole cents of `currency`; 0 is free. */
  priceCents: z.int(),
  /** ISO 4217. */
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = operation({
  id: 'listPlans',
  method: 'get',
  path: '/api/memberships/plans',
  summary: 'The membership plans and what a month costs, from the least to the most.',
  answer: z.object({ items: z.array(plan) }),
});
