import type { CommunityLinks } from './contract.ts';

/**
 * What a page may claim with "more than": the number below what was counted, in whole steps, and never less than
 * the community has always claimed.
 */
export function moreThan(counted: number, { atLeast, step }: { atLeast: number; step: number }): number {
  return Math.max(atLeast, Math.floor((counted - 1) / step) * step);
}

/** Sumi's own addresses: a community has its own by the settings COMMUNITY_… */
export const sumiLinks: CommunityLinks = {
  whatsApp: '',
  networks: {
    instagram: 'https://www.instagram.com/sumi.idiomas',
    tiktok: 'https://www.tiktok.com/@sumi.idiomas',
    youtube: 'https://www.youtube.com/@sumi.idiomas',
    facebook: 'https://www.facebook.com/sumi.idiomas',
    x: 'https://x.com/sumi_idiomas',
    linkedin: 'https://www.linkedin.com/company/sumi-idiomas',
  },
};
