import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupBy } from '#shared/group-by.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListFilters } from '#web/ui/lists/list-filters.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/toasts/use-failure-toast.ts';
import type { ClassCard as Club } from '../../contract.ts';
import { ClubPause } from '../absences/club-pause.tsx';
import styles from '../browse/card-grid.module.css';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { momentOf } from '../class-moment.ts';
import { ClassFilterBar } from '../filters/class-filter-bar.tsx';
import { type Filters, useClassFilters } from '../filters/class-filters.ts';
import { NothingFound } from '../filters/nothing-found.tsx';
import { useIsWithoutClasses } from '../filters/use-is-without-classes.ts';
import { OpenClassDrawer } from '../open-class/open-class-drawer.tsx';
import { clubsAfterQuery, todaysClubsQuery } from '../queries.ts';
import { ListedClass } from '../seat/listed-class.tsx';
import { useCityOfHours } from '../seat/use-city-of-hours.ts';
import { groupSeries } from '../series/group-series.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { useClock } from '../use-clock.ts';
import { useDayHeading } from '../use-day-heading.ts';

export const meta = () => pageMeta(i18n.t('clubs.title', { ns: 'classes' }));

type Clock = ReturnType<typeof useClock>;

/** The conversation clubs of the reader's day and of the seven days after it. */
export default function ConversationClubsPage() {
  const { t } = useTranslation('classes');
  const clock = useClock();
  const [filters, setFilter] = useClassFilters();
  const { data, error, isPlaceholderData, refetch } = useQuery(todaysClubsQuery(filters));
  const after = useQuery({
    ...clubsAfterQuery(data?.endsAt ?? clock.today, filters),
    enabled: data !== undefined,
  });
  useFailureToast(error, t('clubs.failed'));
  const isRead = data && after.data && !isPlaceholderData && !after.isPlaceholderData;
  const found = isRead ? { count: data.items.length + after.data.length, isMore: false } : undefined;
  const isNarrowed = Object.values(filters).some((value) => value !== 'any');
  // A filter that leaves no club of today does not say that there is none.
  const isCutOff = isNarrowed && data?.items.length === 0;
  const isFiltered = Object.keys(filters).length > 0;
  const isWithoutClubs = data ? data.items.length === 0 : error ? false : undefined;
  const isEmpty = useIsWithoutClasses(!isFiltered && isWithoutClubs, 'club');
  const isKnown = isFiltered || isEmpty !== undefined;
  return (
    <div>
      <PageHeader title={t('clubs.title')} accent="live" actions={<ToTheWeek visibleFrom="sm" />} />
      <ClubPause />
      <ListFilters isEmpty={isEmpty} isFiltered={isFiltered} instead={<ToTheWeek hiddenFrom="sm" mb="lg" />}>
        <ClassFilterBar
          clubsOnly
          filters={filters}
          found={found}
          onFilter={setFilter}
          beside={<ToTheWeek hiddenFrom="sm" />}
        />
      </ListFilters>
      {data && isKnown && (
        <Stack gap="xl">
          {!isCutOff && <TodaysClubs today={data} filters={filters} clock={clock} />}
          <NextClubs
            after={data.endsAt}
            day={data.day}
            filters={filters}
            clock={clock}
            empty={isCutOff && <NothingFound />}
          />
        </Stack>
      )}
      {!data && error && <ErrorState error={error} title={t('clubs.failed')} onRetry={refetch} />}
      {!(data && isKnown) && !error && <CardsLoading />}
      <OpenClassDrawer {...clock} />
    </div>
  );
}

/** A phone shows it beside the button of the filters, so that the list begins on the first screen. */
function ToTheWeek(shown: { visibleFrom: 'sm' } | { hiddenFrom: 'sm'; mb?: 'lg' }) {
  const { t } = useTranslation('classes');
  return (
    <Button
      component={Link}
      to="/calendar"
      variant="default"
      leftSection={'visibleFrom' in shown && <IconCalendarWeek size="1.25rem" aria-hidden />}
      {...shown}
    >
      {t('weekOfClubs.link')}
    </Button>
  );
}

/** An answer that the browser kept may be of an earlier day: of that one, the clubs that still go on. */
function TodaysClubs({
  today: { day, items: clubs, endsAt },
  filters,
  clock,
}: {
  today: { day: string; items: readonly Club[]; endsAt: string };
  filters: Filters;
  clock: Clock;
}) {
  const { t } = useTranslation('classes');
  // A day without clubs takes a line where the next ones follow, which a phone then shows on its first screen.
  const next = useQuery({ ...clubsAfterQuery(endsAt, filters), enabled: clubs.length === 0 });
  const hours = useCityOfHours();
  const headingOf = useDayHeading(clock.today);
  const [open, { toggle }] = useDisclosure(false);
  const byEnd = groupBy(clubs, (club) => momentOf(club, clock.now) === 'ended');
  const over = byEnd.get(true) ?? [];
  const toCome = byEnd.get(false) ?? [];
  if (day < clock.today && toCome.length === 0) return null;
  return (
    <Part title={headingOf(day)} beside={hours}>
      {clubs.length === 0 && next.data?.length !== 0 && <Text c="dimmed">{t('clubs.empty')}</Text>}
      {clubs.length === 0 && next.data?.length === 0 && (
        <EmptyState
          title={t('clubs.empty')}
          titleOrder={3}
          action={
            <Button component={Link} to="/feed" color="feed">
              {t('nextClass.watch')}
            </Button>
          }
        />
      )}
      {clubs.length > 0 && toCome.length === 0 && <Text c="dimmed">{t('clubs.noMoreToday')}</Text>}
      <Cards clubs={toCome} clock={clock} />
      {over.length > 0 && (
        <div>
          <Button variant="subtle" color="gray" aria-expanded={open} onClick={toggle}>
            {t(open ? 'clubs.hideEnded' : 'clubs.showEnded', { count: over.length })}
          </Button>
        </div>
      )}
      {open && <Cards clubs={over} clock={clock} />}
    </Part>
  );
}

/** The clubs of the day after `day` as cards, later ones once for each series. */
function NextClubs({
  after,
  day,
  filters,
  clock,
  empty,
}: {
  after: string;
  day: string;
  filters: Filters;
  clock: Clock;
  empty: ReactNode;
}) {
  const { t } = useTranslation('classes');
  const headingOf = useDayHeading(clock.today);
  const { data, error, refetch } = useQuery(clubsAfterQuery(after, filters));
  useFailureToast(error, t('clubs.failed'));
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('clubs.failed')} onRetry={refetch} />
    ) : (
      <CardsLoading />
    );
  if (data.length === 0) return empty;
  const dayAfter = addDays(day, 1);
  const bySoon = groupBy(data, ({ startsAt }) => calendarDay(startsAt, clock.zone) <= dayAfter);
  const next = bySoon.get(true) ?? [];
  const later = bySoon.get(false) ?? [];
  return (
    <>
      {next.length > 0 && (
        <Part title={headingOf(dayAfter)}>
          <Cards clubs={next} clock={clock} />
        </Part>
      )}
      {later.length > 0 && (
        <Part title={t('clubs.thisWeek')}>
          <div className={styles.grid}>
            {groupSeries(later, clock.zone).map((series) => (
              <SeriesCard key={series.key} series={series} clock={clock} />
            ))}
          </div>
        </Part>
      )}
    </>
  );
}

function Part({ title, beside, children }: { title: string; beside?: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} gap="sm">
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {beside}
        </Text>
      </Group>
      {children}
    </Stack>
  );
}

function Cards({ clubs, clock: { now, zone } }: { clubs: readonly Club[]; clock: Clock }) {
  if (clubs.length === 0) return null;
  return (
    <div className={styles.grid}>
      {clubs.map((club) => (
        <ListedClass clubsOnly key={club.id} liveClass={club} now={now} zone={zone} />
      ))}
    </div>
  );
}
