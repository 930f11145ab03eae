import { sql } from 'kysely';
import type { Tier } from '#shared/actor.ts';

/** The plans that people have at an instant, `inForce`, to be joined by `userId`; none of them is the free one. */
export const tiersInForce = (now: Date) =>
  sql<{ userId: string; tier: Tier }>`tiers_in_force(${now})`.as<'inForce'>('inForce');
