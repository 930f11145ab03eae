import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listCup, listCupBoards, previewCupImport } from '../contract.ts';
import type { CupFilters } from './cup-filters.ts';

/** Every key begins with `cup`: a hint that the board was swapped asks for all of them again. */

/**
 * The live board. While another filter loads, the lines at hand stay. Hints tell when it changed, so coming back
 * to the window does not read again all the pages that somebody scrolled through.
 */
export function cupBoard({ language, order }: CupFilters) {
  return infiniteQueryOptions({
    queryKey: ['cup', 'board', language, order],
    queryFn: ({ pageParam, signal }) =>
      call(listCup, { query: { language: language || undefined, order, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** What was live, for administrators. */
export const boardHistory = infiniteQueryOptions({
  queryKey: ['cup', 'boards'],
  queryFn: ({ pageParam, signal }) => call(listCupBoards, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Sends a file to be read. The browser's own idea of a CSV's type differs by system, so it is stated here. */
export function sendRankingFile({ season, file }: { season: string; file: File }) {
  return call(previewCupImport, { query: { season } }, { file: new Blob([file], { type: 'text/csv' }) });
}
