import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  listCup,
  listCupBoards,
  listCupClaims,
  listCupSeasons,
  listCupWinners,
  listHeldRows,
  previewCupClosing,
  previewCupImport,
  type RankingColumn,
  readOwnCup,
} from '../contract.ts';
import type { CupFilters } from './board/cup-filters.ts';

/** Every key begins with `cup`: the hint that the board was swapped invalidates all of them. */

/**
 * The live board, or that of a month. While another filter loads, the previous lines stay. Hints say when it changed,
 * so returning to the window does not refetch every loaded page.
 */
export function cupBoardQuery({ season, language, order }: CupFilters) {
  return {
    ...listQuery(['cup', 'board', season, language, order], (cursor, signal) =>
      call(
        listCup,
        { query: { season: season || undefined, language: language || undefined, order, cursor } },
        { signal },
      ),
    ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  };
}

/** The months of the cup, its prizes and its numbers. */
export const cupSeasonsQuery = queryOptions({
  queryKey: ['cup', 'seasons'],
  queryFn: ({ signal }) => call(listCupSeasons, undefined, { signal }),
});

/** The winners of a closed month. */
export function cupWinnersQuery(season: string) {
  return queryOptions({
    queryKey: ['cup', 'winners', season],
    queryFn: ({ signal }) => call(listCupWinners, { params: { season } }, { signal }),
  });
}

/** What closing a month would pay, for administrators. */
export function cupClosingQuery(season: string) {
  return queryOptions({
    queryKey: ['cup', 'closing', season],
    queryFn: ({ signal }) => call(previewCupClosing, { params: { season } }, { signal }),
  });
}

/** The rows of a month that are held or released, for administrators. */
export function heldRowsQuery(season: string) {
  return listQuery(['cup', 'held', season], (cursor, signal) =>
    call(listHeldRows, { params: { season }, query: { cursor } }, { signal }),
  );
}

/** The boards that are or were live, for administrators. */
export const boardHistoryQuery = listQuery(['cup', 'boards'], (cursor, signal) =>
  call(listCupBoards, { query: { cursor } }, { signal }),
);

/** The reader's claim and whether the board shows their name. */
export const ownCupQuery = queryOptions({
  queryKey: ['cup', 'own'],
  queryFn: ({ signal }) => call(readOwnCup, undefined, { signal }),
});

/** The claims with a status, for administrators. */
export function cupClaimsQuery(status: 'pending' | 'confirmed') {
  return listQuery(['cup', 'claims', status], (cursor, signal) =>
    call(listCupClaims, { query: { status, cursor } }, { signal }),
  );
}

/** The assigned columns: column to index in the file, from 0. */
export type AssignedColumns = ReadonlyMap<RankingColumn, number>;

/**
 * Sends files for a preview: one body, with the size of each. Browsers report different types for CSV, so the type is
 * set here.
 */
export function sendRankingFiles({
  season,
  files,
  columns,
}: {
  season: string;
  files: readonly File[];
  columns?: AssignedColumns | undefined;
}) {
  const assigned = columns && [...columns].map(([column, position]) => `${column}:${position}`).join(',');
  return call(
    previewCupImport,
    { query: { season, columns: assigned, sizes: files.map(({ size }) => size).join(',') } },
    { file: new Blob([...files], { type: 'text/csv' }) },
  );
}
