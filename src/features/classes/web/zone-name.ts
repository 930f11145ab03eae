import { bogota, mexicoCity } from '#shared/zones.ts';

type NamedZone = 'zones.bogota' | 'zones.mexicoCity';
const named: Record<string, NamedZone> = { [bogota]: 'zones.bogota', [mexicoCity]: 'zones.mexicoCity' };

/**
 * A zone by its city: `Ciudad de México`, `Buenos Aires`. The two that every screen speaks of are in the texts;
 * of the others only the registry's spelling is known.
 */
export function zoneCity(zone: string, t: (key: NamedZone) => string): string {
  const key = named[zone];
  return key ? t(key) : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
