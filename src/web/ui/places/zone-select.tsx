import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bogota, mexicoCity } from '#shared/time/zones.ts';
import { deviceZone } from '../../i18n/device-zone.ts';
import { zoneLabel, zoneWords } from '../../i18n/zone-words.ts';
import { matchOption } from './match-option.ts';

const byPlace = matchOption(zoneWords);

/** Picks a zone by its city or country: the likely ones first (the current, the device's, the usual), then all. */
export function ZoneSelect({ current, ...props }: { current: string } & Omit<SelectProps, 'data'>) {
  const { t, i18n } = useTranslation('shell');
  const zones = useMemo(() => {
    const likely = [...new Set([current, deviceZone(), mexicoCity, bogota])];
    const others = Intl.supportedValuesOf('timeZone').filter((zone) => !likely.includes(zone));
    const asChoice = (zone: string) => ({ value: zone, label: zoneLabel(zone, i18n.language) });
    return [
      { group: t('zones.likely'), items: likely.map(asChoice) },
      { group: t('zones.all'), items: others.map(asChoice) },
    ];
  }, [current, t, i18n.language]);
  return (
    <Select
      data={zones}
      filter={byPlace}
      searchable
      // Typing replaces the current choice.
      onClick={({ currentTarget }) => currentTarget.select()}
      allowDeselect={false}
      limit={40}
      nothingFoundMessage={t('zones.none')}
      {...props}
    />
  );
}
