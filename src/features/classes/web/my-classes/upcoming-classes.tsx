import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { isEmptyList, ListFilters } from '#web/ui/lists/list-filters.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { ClassFilterBar } from '../filters/class-filter-bar.tsx';
import { useClassFilters } from '../filters/class-filters.ts';
import { NothingFound } from '../filters/nothing-found.tsx';
import { useIsWithoutClasses } from '../filters/use-is-without-classes.ts';
import { upcomingClassesQuery } from '../queries.ts';
import { DaysOfClasses } from './days-of-classes.tsx';

/** The classes of today and later, by day, with filters. */
export function UpcomingClasses({
  forKids,
  ...clock
}: {
  now: Date;
  zone: string;
  today: string;
  forKids: boolean;
}) {
  const { t } = useTranslation('classes');
  const [filters, setFilter] = useClassFilters();
  const classes = useList(upcomingClassesQuery(filters));
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = useIsWithoutClasses(!isFiltered && isEmptyList(classes));
  const isKnown = isFiltered || isEmpty !== undefined;
  return (
    <>
      <ListFilters isEmpty={isEmpty} isFiltered={isFiltered}>
        <ClassFilterBar filters={filters} found={foundIn(classes)} onFilter={setFilter} />
      </ListFilters>
      <PagedList
        list={classes}
        failed={t('page.failed')}
        loading={<CardsLoading />}
        empty={
          !isKnown ? (
            <CardsLoading />
          ) : isFiltered ? (
            <NothingFound />
          ) : (
            <EmptyState
              title={t(forKids ? 'page.emptyKids' : 'page.empty')}
              action={
                <Button component={Link} to="/feed" color="feed">
                  {t('nextClass.watch')}
                </Button>
              }
            />
          )
        }
        more={t('page.more')}
        gap="xl"
      >
        {(items) => <DaysOfClasses foldsLater classes={items} clock={clock} />}
      </PagedList>
    </>
  );
}
