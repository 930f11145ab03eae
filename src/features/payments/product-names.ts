import type { Tier } from '#shared/actor.ts';

/** What a tier is called on a receipt, in whichever language it is read. */
export const productNames: Record<Tier, string> = {
  free: 'Sumi',
  basic: 'Sumi Básico',
  premium: 'Sumi Premium',
  vip: 'Sumi VIP',
};
