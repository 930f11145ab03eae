import { isZone } from '#shared/time/zones.ts';
import { storedText } from '#web/stored-text.ts';

/** What a zone was last chosen for on this device. */
const kept = {
  /** The classes that an organiser schedules. */
  class: storedText(() => localStorage, 'sumi.class-zone'),
  /** The text of a week for a group. */
  'week-text': storedText(() => localStorage, 'sumi.week-text-zone'),
};
type Use = keyof typeof kept;

/** The zone that was last chosen for that on this device; null before the first. */
export function readLastZone(use: Use): string | null {
  const zone = kept[use].read();
  return zone && isZone(zone) ? zone : null;
}

export function rememberZone(use: Use, zone: string): void {
  kept[use].keep(zone);
}
