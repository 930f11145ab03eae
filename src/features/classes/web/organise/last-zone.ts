import { isZone } from '#shared/time/zones.ts';

/**
 * What a zone was chosen for on this device: the classes that an organiser schedules, the text of a week for a group.
 */
type Use = 'class' | 'week-text';

const nameOf = (use: Use) => `sumi.${use}-zone`;

/** The zone that was last chosen for that on this device; null before the first. */
export function readLastZone(use: Use): string | null {
  const zone = localStorage.getItem(nameOf(use));
  return zone && isZone(zone) ? zone : null;
}

export function rememberZone(use: Use, zone: string): void {
  localStorage.setItem(nameOf(use), zone);
}
