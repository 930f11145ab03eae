import type { CommunityLinks } from './contract.ts';

/**
 * The number for a "more than N" claim: below the counted figure, in whole steps. Null where that is less than
 * `atLeast`: a smaller community says its figure as it is.
 */
export function moreThan(
  counted: number,
  { atLeast, step }: { atLeast: number; step: number },
): number | null {
  const claimed = Math.floor((counted - 1) / step) * step;
  return claimed < atLeast ? null : claimed;
}

/** The networks' own pages, for the demo; a community sets its accounts with the COMMUNITY_… settings. */
export const sampleNetworks: CommunityLinks['networks'] = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/',
  youtube: 'https://www.youtube.com/',
  facebook: 'https://www.facebook.com/',
  x: 'https://x.com/',
  linkedin: 'https://www.linkedin.com/',
};
