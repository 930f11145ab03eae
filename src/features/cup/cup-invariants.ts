import type { Invariant } from '#server/db/find-broken.ts';

/** Checked by tests and by `npm run doctor`. */
export const cupInvariants: readonly Invariant[] = [
  {
    name: 'exactly one cup board is live after the first import',
    query: `
      select count(*) filter (where status = 'live') as live from cup_boards
      having count(*) filter (where status = 'live') <> 1 and count(*) filter (where status <> 'draft') > 0`,
  },
  {
    name: "a cup board's row count is the number of its rows",
    query: `
      select id, row_count, rows from cup_boards
      cross join lateral (select count(*) as rows from duolingo_rankings where board_id = cup_boards.id) as counted
      where row_count <> rows`,
  },
];
