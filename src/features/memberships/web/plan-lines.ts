import type { Tier } from '#shared/actor.ts';

/** The texts that say what a plan includes: nothing that a community may not have, such as small groups. */
export const planLines = {
  free: ['includes.free.first', 'includes.free.second', 'includes.free.third'],
  basic: ['includes.basic.first', 'includes.basic.second'],
  premium: ['includes.premium.first', 'includes.premium.second'],
  vip: ['includes.vip.first', 'includes.vip.second'],
} as const satisfies Record<Tier, readonly string[]>;
