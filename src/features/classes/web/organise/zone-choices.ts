import { bogota, mexicoCity } from '#shared/zones.ts';
import { zoneCity } from '../zone-name.ts';

/** The zones a class's time can be typed in: the usual ones and the viewer's first, then all there are. */
export function zoneChoices(
  viewerZone: string,
  t: (key: `zones.${'bogota' | 'mexicoCity' | 'usual' | 'all'}`) => string,
) {
  const usual = [...new Set([bogota, mexicoCity, viewerZone])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone));
  return [
    { group: t('zones.usual'), items: usual.map((zone) => ({ value: zone, label: zoneCity(zone, t) })) },
    {
      group: t('zones.all'),
      items: others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
  ];
}
