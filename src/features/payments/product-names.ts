import type { Tier } from '#shared/actor.ts';

/** The name of a tier on a receipt, the same in every language. */
export const productNames: Record<Tier, string> = {
  free: 'Sumi',
  basic: 'Sumi Básico',
  premium: 'Sumi Premium',
  vip: 'Sumi VIP',
};
