import { type InfiniteData, type Query, queryOptions } from '@tanstack/react-query';
import { listPlans } from '#features/memberships/contract.ts';
import { call } from '#web/api/call.ts';
import { type ListPage, listQuery } from '#web/api/list-query.ts';
import {
  type ClassCard,
  listClasses,
  listManagedClasses,
  listPastClasses,
  listReviews,
  listTodaysClubs,
  readRoster,
} from '../contract.ts';
import { addDays, windowAround } from './calendar-days.ts';
import { nextTurn } from './class-moment.ts';

/** Every key begins with `classes`: a hint that classes changed asks for all of them again. */

const wholePage = 200;
const listPage = 20;

/** The weeks that a month's leaf shows: six at most, which begin in the month before. */
const leafBefore = 7;
const leafDays = 45;

/** The reader's classes of a month (`2026-11`) and of the days around it that its leaf shows. */
export function monthOfClasses(month: string) {
  const first = addDays(`${month}-01`, -leafBefore);
  const query = windowAround(first, addDays(first, leafDays + leafBefore));
  return queryOptions({
    queryKey: ['classes', 'month', month],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listClasses, { query: { ...query, cursor, limit: wholePage } }, { signal })),
    refetchInterval: ({ state }: Query<ClassCard[]>) => nextTurn(state.data ?? [], new Date()),
  });
}

/** The reader's classes that have not ended, by start. */
export const upcomingClasses = {
  ...listQuery(['classes', 'upcoming'], (cursor, signal) =>
    call(listClasses, { query: { cursor, limit: listPage } }, { signal }),
  ),
  refetchInterval: ({ state }: { state: { data?: InfiniteData<ListPage<ClassCard>> | undefined } }) =>
    nextTurn(state.data?.pages.flatMap(({ items }) => items) ?? [], new Date()),
};

/** What the reader took part in and is over, the last first. */
export const pastClasses = listQuery(['classes', 'past'], (cursor, signal) =>
  call(listPastClasses, { query: { cursor, limit: listPage } }, { signal }),
);

/** The clubs of the reader's day. */
export const todaysClubs = queryOptions({
  queryKey: ['classes', 'today'],
  queryFn: ({ signal }) => call(listTodaysClubs, undefined, { signal }),
  refetchInterval: ({ state }) => nextTurn(state.data?.items ?? [], new Date()),
});

/** The clubs that the reader may take in the week that begins on that Monday, in whichever zone it is looked at. */
export function weekOfClubs(monday: string) {
  const query = { kind: 'club', ...windowAround(monday, addDays(monday, 7)) } as const;
  return queryOptions({
    queryKey: ['classes', 'week-of-clubs', monday],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listClasses, { query: { ...query, cursor, limit: wholePage } }, { signal })),
    refetchInterval: ({ state }: Query<ClassCard[]>) => nextTurn(state.data ?? [], new Date()),
  });
}

/** What a month in each plan costs. */
export const plans = queryOptions({
  queryKey: ['memberships', 'plans'],
  queryFn: ({ signal }) => call(listPlans, undefined, { signal }),
});

/** What the reader organises in the week that begins on that Monday, in whichever zone it is looked at. */
export function managedWeek(monday: string) {
  const query = windowAround(monday, addDays(monday, 7));
  return queryOptions({
    queryKey: ['classes', 'managed', 'week', monday],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        call(listManagedClasses, { query: { ...query, cursor, limit: wholePage } }, { signal }),
      ),
  });
}

/** What the reader organises from that instant on, or ever, by start. */
export function managedClasses(from: string | undefined) {
  return listQuery(['classes', 'managed', 'list', from ?? 'ever'], (cursor, signal) =>
    call(listManagedClasses, { query: { from, cursor, limit: listPage } }, { signal }),
  );
}

/** Who has a seat in a class that the reader organises. */
export function rosterOf(id: string) {
  return queryOptions({
    queryKey: ['classes', 'managed', 'roster', id],
    queryFn: ({ signal }) => call(readRoster, { params: { id } }, { signal }),
  });
}

/** How people rated a class that the reader organises, the last first. */
export function reviewsOf(id: string) {
  return listQuery(['classes', 'managed', 'reviews', id], (cursor, signal) =>
    call(listReviews, { params: { id }, query: { cursor, limit: listPage } }, { signal }),
  );
}

/** A calendar needs all there is in its window: reads page after page. */
async function everyPage<Item>(
  readPage: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await readPage(cursor);
    all.push(...items);
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return all;
}
