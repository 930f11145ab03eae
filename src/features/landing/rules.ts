import type { CommunityLinks } from './contract.ts';

/** The number for a "more than N" claim: below the counted figure, in whole steps, and at least `atLeast`. */
export function moreThan(counted: number, { atLeast, step }: { atLeast: number; step: number }): number {
  return Math.max(atLeast, Math.floor((counted - 1) / step) * step);
}

/** Sumi's own links; a community sets its own with the COMMUNITY_… settings. */
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
