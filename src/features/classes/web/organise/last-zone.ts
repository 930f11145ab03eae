import { isZone } from '#shared/zones.ts';

const name = 'sumi.class-zone';

/** The zone in which the organiser last scheduled a class on this device; null before the first. */
export function readLastZone(): string | null {
  const zone = localStorage.getItem(name);
  return zone && isZone(zone) ? zone : null;
}

export function rememberZone(zone: string): void {
  localStorage.setItem(name, zone);
}
