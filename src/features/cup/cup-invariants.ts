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
  {
    name: 'a paid prize of the cup is in the ledger of its winner, once and with its amount',
    query: `
      select prize.id from cup_prizes prize
      where prize.status = 'paid' and prize.user_id is not null and not exists (
        select from sumicoins_ledger where user_id = prize.user_id and amount = prize.coins
          and cause = 'cup:' || to_char(prize.season, 'YYYY-MM') || ':' || prize.language || ':' || prize.place)`,
  },
  {
    name: 'the practice of a cup row is that of its confirmed owner',
    query: `
      select season, username, user_id from cup_practice
      where not exists (
        select from confirmed_cup_claims claim
        where claim.user_id = cup_practice.user_id and claim.username = cup_practice.username)`,
  },
  {
    name: 'a counted row of the cup is a day of practice of its owner',
    query: `
      select season, username, user_id, day from cup_practice
      where counted and not exists (
        select from practice_days where user_id = cup_practice.user_id and day = cup_practice.day)`,
  },
  {
    name: 'a row with an owner has no prize that waits',
    query: `
      select prize.id from cup_prizes prize join duolingo_rankings line on line.id = prize.row_id
      join confirmed_cup_claims claim on claim.username = lower(line.username)
      where prize.status = 'waiting'`,
  },
  {
    name: 'a row of the cup that a person left by another address has that address, and no deleted account decides it',
    query: `
      select former.row_id, former.user_id from cup_former_rows former
      join duolingo_rankings line on line.id = former.row_id left join users on users.id = former.user_id
      where line.email is null or users.deleted_at is not null`,
  },
];
