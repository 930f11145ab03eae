import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { monthHeading } from '#shared/time/calendar-words.ts';

/** The months of the cup to read; nothing while there is one at most. */
export function SeasonPicker({
  season,
  seasons,
  onChange,
}: {
  season: string;
  seasons: readonly { season: string }[];
  onChange: (season: string) => void;
}) {
  const { t, i18n } = useTranslation('cup');
  if (seasons.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('filter.season')}
      // Stands in one line with the button before it on a phone.
      w="12rem"
      maw="100%"
      rightSectionWidth="1.75rem"
      value={season}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={seasons.map((one) => ({ value: one.season, label: monthHeading(one.season, i18n.language) }))}
    />
  );
}
