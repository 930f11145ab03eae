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

/** Every key begins with `cup`: the hint that the board was swapped invalidates all of them. */

/**
 * The live board. While another filter loads, the previous lines stay. Hints say when it changed, so returning to the
 * window does not refetch every loaded page.
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

/** The boards that are or were live, for administrators. */
export const boardHistory = listQuery(['cup', 'boards'], (cursor, signal) =>
  call(listCupBoards, { query: { cursor } }, { signal }),
);

/** The reader's claim and whether the board shows their name. */
export const ownCupQuery = queryOptions({
  queryKey: ['cup', 'own'],
  queryFn: ({ signal }) => call(readOwnCup, undefined, { signal }),
});

/** The claims with a status, for administrators. */
export function cupClaims(status: 'pending' | 'confirmed') {
  return listQuery(['cup', 'claims', status], (cursor, signal) =>
    call(listCupClaims, { query: { status, cursor } }, { signal }),
  );
}

/** The assigned columns: column to index in the file, from 0. */
export type AssignedColumns = ReadonlyMap<RankingColumn, number>;

/** Sends a file for a preview. Browsers report different types for CSV, so the type is set here. */
export function sendRankingFile({
  season,
  file,
  columns,
}: {
  season: string;
  file: File;
  columns?: AssignedColumns | undefined;
}) {
  const assigned = columns && [...columns].map(([column, position]) => `${column}:${position}`).join(',');
  return call(
    previewCupImport,
    { query: { season, columns: assigned } },
    { file: new Blob([file], { type: 'text/csv' }) },
  );
}
