import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  listCup,
  listCupBoards,
  listCupClaims,
  previewCupImport,
  type RankingColumn,
  readOwnCup,
} from '../contract.ts';
import type { CupFilters } from './board/cup-filters.ts';

/** Every key begins with `cup`: a hint that the board was swapped asks for all of them again. */

/**
 * The live board. While another filter loads, the lines at hand stay. Hints tell when it changed, so coming back
 * to the window does not read again all the pages that somebody scrolled through.
 */
export function cupBoard({ language, order }: CupFilters) {
  return {
    ...listQuery(['cup', 'board', language, order], (cursor, signal) =>
      call(listCup, { query: { language: language || undefined, order, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  };
}

/** What was live, for administrators. */
export const boardHistory = listQuery(['cup', 'boards'], (cursor, signal) =>
  call(listCupBoards, { query: { cursor } }, { signal }),
);

/** The reader's claim to a row, and whether they are named. */
export const ownCupQuery = queryOptions({
  queryKey: ['cup', 'own'],
  queryFn: ({ signal }) => call(readOwnCup, undefined, { signal }),
});

/** Who says which row is theirs, for administrators. */
export function cupClaims(status: 'pending' | 'confirmed') {
  return listQuery(['cup', 'claims', status], (cursor, signal) =>
    call(listCupClaims, { query: { status, cursor } }, { signal }),
  );
}

/** Which column stands where in a file, from 0, as somebody assigned them. */
export type AssignedColumns = ReadonlyMap<RankingColumn, number>;

/** Sends a file to be read. The browser's own idea of a CSV's type differs by system, so it is stated here. */
export function sendRankingFile({
  season,
  file,
  columns,
}: {
  season: string;
  file: File;
  columns?: AssignedColumns | undefined;
}) {
  const assigned = columns && [...columns].map(([column, place]) => `${column}:${place}`).join(',');
  return call(
    previewCupImport,
    { query: { season, columns: assigned } },
    { file: new Blob([file], { type: 'text/csv' }) },
  );
}
