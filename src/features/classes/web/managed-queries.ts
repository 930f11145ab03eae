import { type InfiniteData, type Query, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/operation.ts';
import { addDays, windowAround } from '#shared/time/calendar-days.ts';
import { call } from '#web/api/call.ts';
import { type ListPage, listQuery } from '#web/api/list-query.ts';
import {
  findCandidates,
  listClashes,
  listHolidays,
  listManagedClasses,
  listPossibleTeachers,
  listReviews,
  type ManagedClass,
  type ManagedFilters,
  previewSeries,
  previewSeriesChange,
  previewWeekCopy,
  readClassRules,
  readManagedClass,
  readRoster,
} from '../contract.ts';
import { msToNextChange } from './class-moment.ts';
import type { ClashQuery } from './organise/class-form-values.ts';
import { everyPage, listPage, wholePage } from './queries.ts';

/** What organisers read; pages of students load none of it. */

/** The numbers of clubs and classes, for organisers. */
export const classRulesQuery = queryOptions({
  queryKey: ['classes', 'rules'],
  queryFn: ({ signal }) => call(readClassRules, undefined, { signal }),
});

/** The classes that the reader organises in the week that begins on that Monday, in any time zone. */
export function managedWeekQuery(monday: string) {
  const query = windowAround(monday, addDays(monday, 7));
  return queryOptions({
    queryKey: ['classes', 'managed', 'week', monday],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        call(listManagedClasses, { query: { ...query, cursor, limit: wholePage } }, { signal }),
      ),
    refetchInterval: ({ state }: Query<ManagedClass[]>) => msToNextChange(state.data ?? [], new Date()),
  });
}

/** The classes that the reader organises and that match the filters; those to come unless they ask for others. */
export function managedClassesQuery(filters: ManagedFilters) {
  const query: ManagedFilters = filters.roll ? filters : { when: 'coming', ...filters };
  return {
    ...listQuery(['classes', 'managed', 'list', query], (cursor, signal) =>
      call(listManagedClasses, { query: { ...query, cursor, limit: listPage } }, { signal }),
    ),
    refetchInterval: ({ state }: { state: { data?: InfiniteData<ListPage<ManagedClass>> | undefined } }) =>
      msToNextChange(state.data?.pages.flatMap(({ items }) => items) ?? [], new Date()),
  };
}

/** One class that the reader organises. */
export function managedClassQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'one', id],
    queryFn: ({ signal }) => call(readManagedClass, { params: { id } }, { signal }),
    refetchInterval: ({ state }: Query<ManagedClass>) =>
      msToNextChange(state.data ? [state.data] : [], new Date()),
  });
}

/** The classes of a teacher at the same time. */
export function clashesQuery(query: ClashQuery) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'clashes', query],
    queryFn: ({ signal }) => call(listClashes, { query }, { signal }),
  });
}

/** What a class that repeats would be. */
export function seriesPreviewQuery(query: NonNullable<InputOf<typeof previewSeries>['query']>) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'series-preview', query],
    queryFn: ({ signal }) => call(previewSeries, { query }, { signal }),
  });
}

type SeriesChangeQuery = NonNullable<InputOf<typeof previewSeriesChange>['query']>;

/** What a change of the days or the end of a series would do to a class and others of it. */
export function seriesChangePreviewQuery(id: string, query: SeriesChangeQuery) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'series-change', id, query],
    queryFn: ({ signal }) => call(previewSeriesChange, { params: { id }, query }, { signal }),
  });
}

/** What copying a week into another would make. */
export function weekCopiesQuery(query: NonNullable<InputOf<typeof previewWeekCopy>['query']>) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'week-copies', query],
    queryFn: ({ signal }) => call(previewWeekCopy, { query }, { signal }),
  });
}

/** The days without classes that repeat. */
export const holidaysQuery = queryOptions({
  queryKey: ['classes', 'managed', 'holidays'],
  queryFn: ({ signal }) => call(listHolidays, undefined, { signal }),
});

/** The people to whom the reader may give a class or, as a teacher, offer a series. */
export const possibleTeachersQuery = queryOptions({
  queryKey: ['classes', 'possible-teachers'],
  queryFn: ({ signal }) => call(listPossibleTeachers, undefined, { signal }),
});

/** Who has a seat in a class that the reader organises. */
export function rosterQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'roster', id],
    queryFn: ({ signal }) => call(readRoster, { params: { id } }, { signal }),
  });
}

/** People without a seat in a class, who may be given one. */
export function candidatesQuery(id: string, search: string) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'candidates', id, search],
    queryFn: ({ signal }) => call(findCandidates, { params: { id }, query: { search } }, { signal }),
  });
}

/** How people rated a class that the reader organises, the last first. */
export function reviewsQuery(id: string) {
  return listQuery(['classes', 'managed', 'reviews', id], (cursor, signal) =>
    call(listReviews, { params: { id }, query: { cursor, limit: listPage } }, { signal }),
  );
}
