import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { InputOf } from '#shared/operation.ts';
import { addDays, windowAround } from '#shared/time/calendar-days.ts';
import { dayMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { type ListPage, listQuery } from '#web/api/list-query.ts';
import {
  type ClassCard,
  type Kind,
  listClasses,
  listPastClasses,
  listTeacherReviews,
  listTodaysClasses,
  readClass,
  readNotes,
  readOwnAbsences,
} from '../contract.ts';
import { msToNextChange } from './class-moment.ts';
import type { Filters } from './filters/class-filters.ts';

/** Every key begins with `classes`, so that a hint about classes invalidates all of them. */

export const wholePage = 200;
export const listPage = 20;

/** The key of what a reader does about their seat: a hint waits until it and the reading after it have ended. */
export const seatKey = (id: string) => ['classes', 'seat', id];

type ListInput = NonNullable<NonNullable<InputOf<typeof listClasses>>['query']>;

/** A calendar month shows at most six weeks, which begin in the month before. */
const daysBefore = 7;
const daysShown = 45;

/** The reader's classes of a month (`2026-11`) and of the adjacent days in its calendar. */
export function monthQuery(month: string, filters: Filters) {
  const first = addDays(`${month}-01`, -daysBefore);
  const query = { ...filters, ...windowAround(first, addDays(first, daysShown + daysBefore)) };
  return queryOptions({
    queryKey: ['classes', 'month', month, filters],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listClasses, { query: { ...query, cursor, limit: wholePage } }, { signal })),
    refetchInterval: ({ state }: Query<ClassCard[]>) => msToNextChange(state.data ?? [], new Date()),
  });
}

/** The reader's classes of today and later ones, by start. */
export function upcomingClassesQuery(filters: Filters) {
  return cardList(['classes', 'upcoming', filters], filters);
}

/** The first class of today or later for the reader, in any language. */
export function anyClassQuery(kind?: Kind) {
  return queryOptions({
    queryKey: ['classes', 'any', kind],
    queryFn: ({ signal }) => call(listClasses, { query: { language: 'any', kind, limit: 1 } }, { signal }),
  });
}

/** The classes of today and later ones in which the reader has a seat or waits for one, by start. */
export const ownSeatsQuery = cardList(['classes', 'own'], { seats: 'mine' });

/** The classes and clubs of a teacher for the reader, in every language. */
export function teacherClassesQuery(teacher: string) {
  return cardList(['classes', 'of-teacher', teacher], { teacher, language: 'any' });
}

/** The classes in which the reader had a seat and that have ended, newest first. */
export const pastClassesQuery = listQuery(['classes', 'past'], (cursor, signal) =>
  call(listPastClasses, { query: { cursor, limit: listPage } }, { signal }),
);

/** One class as the reader sees it. */
export function classQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'one', id],
    queryFn: ({ signal }) => call(readClass, { params: { id } }, { signal }),
    refetchInterval: ({ state }: Query<ClassCard>) =>
      msToNextChange(state.data ? [state.data] : [], new Date()),
  });
}

/** The clubs that the reader missed or left late, and the rules. */
export const ownAbsencesQuery = queryOptions({
  queryKey: ['classes', 'absences'],
  queryFn: ({ signal }) => call(readOwnAbsences, undefined, { signal }),
});

/** The clubs of the reader's day. */
export function todaysClubsQuery({ language, level, tier }: Filters) {
  const query = { language, level, tier };
  return queryOptions({
    queryKey: ['classes', 'today', query],
    queryFn: ({ signal }) => call(listTodaysClasses, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      msToNextChange(state.data?.items ?? [], new Date(), state.data && Date.parse(state.data.endsAt)),
  });
}

/** The clubs of the seven days after the instant at which the reader's day ends. */
export function clubsAfterQuery(endOfToday: string, { language, level, tier }: Filters) {
  const to = new Date(Date.parse(endOfToday) + 7 * dayMs).toISOString();
  const query = { language, level, tier, kind: 'club', from: endOfToday, to } as const;
  return queryOptions({
    queryKey: ['classes', 'clubs-after', query],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listClasses, { query: { ...query, cursor, limit: wholePage } }, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** The clubs that the reader sees in the week that begins on that Monday, in any time zone. */
export function weekOfClubsQuery(monday: string, { language, level, tier }: Filters) {
  const query = { language, level, tier, kind: 'club', ...windowAround(monday, addDays(monday, 7)) } as const;
  return queryOptions({
    queryKey: ['classes', 'week-of-clubs', query],
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listClasses, { query: { ...query, cursor, limit: wholePage } }, { signal })),
    refetchInterval: ({ state }: Query<ClassCard[]>) => msToNextChange(state.data ?? [], new Date()),
  });
}

/** What the teacher of a class left for those who were there. */
export function notesQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'notes', id],
    queryFn: ({ signal }) => call(readNotes, { params: { id } }, { signal }),
  });
}

/** What students wrote about a teacher, the last first. */
export function teacherReviewsQuery(id: string) {
  return listQuery(['classes', 'reviews-of-teacher', id], (cursor, signal) =>
    call(listTeacherReviews, { params: { id }, query: { cursor } }, { signal }),
  );
}

/** A paged list of classes that is refetched when the clock changes one of them. */
function cardList<Key extends QueryKey>(queryKey: Key, query: ListInput) {
  return {
    ...listQuery(queryKey, (cursor, signal) =>
      call(listClasses, { query: { ...query, cursor, limit: listPage } }, { signal }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }: { state: { data?: InfiniteData<ListPage<ClassCard>> | undefined } }) =>
      msToNextChange(state.data?.pages.flatMap(({ items }) => items) ?? [], new Date()),
  };
}

/** Reads every page, because a calendar shows all classes of its range. */
export async function everyPage<Item>(
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
