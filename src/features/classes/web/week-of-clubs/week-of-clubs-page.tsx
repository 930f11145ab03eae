import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBroadcast, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { addDays, mondayOf, weekFrom } from '#shared/time/calendar-days.ts';
import { monthsInWords } from '#shared/time/calendar-words.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListFilters } from '#web/ui/lists/list-filters.tsx';
import { withFilter } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/toasts/use-failure-toast.ts';
import { ClubPause } from '../absences/club-pause.tsx';
import { dayInAddress } from '../day-in-address.ts';
import { ClassFilterBar } from '../filters/class-filter-bar.tsx';
import { useClassFilters } from '../filters/class-filters.ts';
import { NothingFound } from '../filters/nothing-found.tsx';
import { useIsWithoutClasses } from '../filters/use-is-without-classes.ts';
import { SubscribeLink } from '../my-classes/subscribe-link.tsx';
import { OpenClassDrawer } from '../open-class/open-class-drawer.tsx';
import { weekOfClubsQuery } from '../queries.ts';
import { useCityOfHours } from '../seat/use-city-of-hours.ts';
import { useClock } from '../use-clock.ts';
import { layOutWeek } from '../week-calendar/week-layout.ts';
import { ShareWeek } from './share-week.tsx';
import { WeekOfClubsDays } from './week-of-clubs-days.tsx';
import { WeekOfClubsEmpty } from './week-of-clubs-empty.tsx';
import { WeekOfClubsSeries } from './week-of-clubs-series.tsx';
import { WeekOfClubsTurns } from './week-of-clubs-turns.tsx';

export const meta = () => pageMeta(i18n.t('weekOfClubs.title', { ns: 'classes' }));

/** Room for seven columns beside the sidebar. */
const wide = '(min-width: 75em)';

/** The weekly club calendar. The address keeps the week and the filters, so a link to it shows the same. */
export default function WeekOfClubsPage() {
  const { t } = useTranslation('classes');
  const clock = useClock();
  const { account } = useAccount();
  const organises = account?.role === 'admin' || account?.verifiedTeacher === true;
  const hours = useCityOfHours();
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  const [address] = useSearchParams();
  const [filters, setFilter] = useClassFilters();
  const monday = mondayOf(dayInAddress(address.get('week')) ?? clock.today);
  const { data, error, refetch } = useQuery(weekOfClubsQuery(monday, filters));
  useFailureToast(error, t('clubs.failed'));

  const days = weekFrom(monday);
  const week = layOutWeek(data ?? [], days, clock.zone);
  const clubs = days.flatMap((day) => week.on(day));
  const isFiltered = ['language', 'level', 'tier'].some((name) => name in filters);
  const isWithoutClubs = data ? clubs.length === 0 : error ? false : undefined;
  const isEmpty = useIsWithoutClasses(!isFiltered && isWithoutClubs, 'club');
  const isKnown = isFiltered || isEmpty !== undefined;
  const isLoading = !data || !isKnown;
  const searchOf = (day: string) =>
    `?${withFilter(address, 'week', day === mondayOf(clock.today) ? '' : day)}`;

  function content() {
    if (!data && error) return <ErrorState error={error} title={t('clubs.failed')} onRetry={refetch} />;
    if (isKnown && data && clubs.length === 0) {
      return isFiltered ? <NothingFound /> : <WeekOfClubsEmpty nextWeek={searchOf(addDays(monday, 7))} />;
    }
    return isWide ? (
      <WeekOfClubsDays days={days} clubsOn={(day) => week.on(day)} loading={isLoading} clock={clock} />
    ) : (
      <WeekOfClubsSeries clubs={clubs} loading={isLoading} clock={clock} />
    );
  }

  return (
    <div>
      <PageHeader
        title={t('weekOfClubs.title')}
        text={t('weekOfClubs.text')}
        accent="live"
        actions={
          <>
            {organises && data && <ShareWeek clubs={clubs} now={clock.now} zone={clock.zone} />}
            <Button
              component={Link}
              to="/conversation-clubs"
              variant="default"
              visibleFrom="sm"
              leftSection={<IconBroadcast size="1.25rem" aria-hidden />}
            >
              {t('weekOfClubs.todayLink')}
            </Button>
          </>
        }
      />
      <Group justify="space-between" gap="xs" mb="md">
        <Title order={2} size="h3" aria-live="polite">
          {monthsInWords(monday, addDays(monday, 6), i18n.language)}
        </Title>
        <WeekOfClubsTurns monday={monday} searchOf={searchOf} today={clock.today} />
      </Group>
      <ClubPause />
      <ListFilters isEmpty={isEmpty} isFiltered={isFiltered}>
        <ClassFilterBar
          clubsOnly
          filters={filters}
          found={data && { count: clubs.length, isMore: false }}
          onFilter={setFilter}
        />
        <Text size="sm" c="dimmed" mb="sm">
          {hours}
        </Text>
      </ListFilters>
      {content()}
      {/* The arrow is more than a screen above. A week without clubs has this button where they would be. */}
      {!isLoading && (isFiltered || clubs.length > 0) && (
        <Group justify="flex-end" mt="md">
          <Button
            component={Link}
            to={{ search: searchOf(addDays(monday, 7)) }}
            variant="default"
            rightSection={<IconChevronRight size="1.25rem" aria-hidden />}
          >
            {t('week.next')}
          </Button>
        </Group>
      )}
      <SubscribeLink />
      <OpenClassDrawer {...clock} />
    </div>
  );
}
