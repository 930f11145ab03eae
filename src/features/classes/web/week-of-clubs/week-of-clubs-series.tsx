import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockTime } from '#shared/time/zones.ts';
import type { ClassCard } from '../../contract.ts';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { groupSeries, partByTime, type Series } from '../series/group-series.ts';
import { SeriesCard } from '../series/series-card.tsx';
import styles from './week-of-clubs.module.css';

/**
 * The week for narrow screens: each repeating club once with its days, by the reader's clock, because most are every
 * day. Series that are over are folded.
 */
export function WeekOfClubsSeries({
  clubs,
  loading,
  clock,
}: {
  clubs: readonly ClassCard[];
  loading: boolean;
  clock: { now: Date; zone: string; today: string };
}) {
  const { t } = useTranslation('classes');
  if (loading) return <CardsLoading />;
  const timeOf = ({ meetings: [first] }: Series<ClassCard>) => clockTime(first.startsAt, clock.zone);
  const byClock = groupSeries(clubs, clock.zone).toSorted((one, other) =>
    timeOf(one).localeCompare(timeOf(other)),
  );
  const { toCome, over } = partByTime(byClock, clock.now);
  const cards = (some: typeof over) =>
    some.map((each) => <SeriesCard key={each.key} series={each} clock={clock} />);
  // A week that has passed is shown as it was.
  if (toCome.length === 0) return <Stack gap="md">{cards(over)}</Stack>;
  return (
    <Stack gap="md">
      {cards(toCome)}
      {over.length > 0 && (
        <details className={styles.past}>
          <summary>{t('weekOfClubs.past', { count: over.length })}</summary>
          <Stack gap="md">{cards(over)}</Stack>
        </details>
      )}
    </Stack>
  );
}
