import { bogota, mexicoCity } from '#shared/zones.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';

type ZoneText = `profile.zones.${'mexicoCity' | 'bogota' | 'likely' | 'all'}`;
const named: Record<string, ZoneText> = {
  [mexicoCity]: 'profile.zones.mexicoCity',
  [bogota]: 'profile.zones.bogota',
};

/**
 * `Buenos Aires · America/Argentina`: the city first, as people look for it, then the registry's region. The two
 * cities where most of the community lives are in the texts.
 */
export function zoneLabel(zone: string, t: (key: ZoneText) => string): string {
  const key = named[zone];
  if (key) return t(key);
  const [city = zone, ...region] = zone.replaceAll('_', ' ').split('/').reverse();
  return region.length > 0 ? `${city} · ${region.reverse().join('/')}` : city;
}

/** The zones a person can live in: the likely ones first (theirs, their device's, the usual), then all there are. */
export function zoneChoices(current: string, t: (key: ZoneText) => string) {
  const likely = [...new Set([current, deviceZone(), mexicoCity, bogota])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !likely.includes(zone));
  const asChoice = (zone: string) => ({ value: zone, label: zoneLabel(zone, t) });
  return [
    { group: t('profile.zones.likely'), items: likely.map(asChoice) },
    { group: t('profile.zones.all'), items: others.map(asChoice) },
  ];
}
