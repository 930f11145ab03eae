import type { CommunityLinks } from '#features/landing/contract.ts';
import { sampleNetworks } from '#features/landing/rules.ts';
import type { Config } from '../config.ts';

/** A link that a community did not set is not shown; the demo shows where each would be. */
export function linksToShow({ links }: Pick<Config, 'links'>): CommunityLinks {
  return links.examples ? { ...links, networks: { ...sampleNetworks, ...links.networks } } : links;
}
