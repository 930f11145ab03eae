import { Stack } from '@mantine/core';
import type { ClassCard } from '../../contract.ts';
import { CardsLoading } from '../cards-loading.tsx';
import { momentOf } from '../class-moment.ts';
import { groupSeries } from '../series/group-series.ts';
import { SeriesCard } from '../series/series-card.tsx';

/** The week for narrow screens: each repeating club once with its days. Series that are over come last. */
export function WeekOfClubsSeries({
  clubs,
  loading,
  clock,
}: {
  clubs: readonly ClassCard[];
  loading: boolean;
  clock: { now: Date; zone: string; today: string };
}) {
  if (loading) return <CardsLoading />;
  const isToCome = (club: ClassCard) => ['upcoming', 'live'].includes(momentOf(club, clock.now));
  const series = groupSeries(clubs).toSorted(
    (one, other) => Number(other.meetings.some(isToCome)) - Number(one.meetings.some(isToCome)),
  );
  return (
    <Stack gap="md">
      {series.map((each) => (
        <SeriesCard key={each.key} series={each} clock={clock} namesCity={false} />
      ))}
    </Stack>
  );
}
