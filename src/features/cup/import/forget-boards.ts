import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';

/** A board has up to 50,000 rows, which go with it. */
const boardsAtOnce = 3;

/**
 * Deletes drafts that were not published within a day, with their rows: names and addresses of students who may have no
 * account. It runs often, so that the day is kept to within an hour.
 */
export const forgetDrafts = forgetChore(
  'forget-cup-drafts',
  1,
  (before, portion) => sql`
    delete from cup_boards where id in (
      select id from cup_boards where status = 'draft' and created_at < ${before}
      limit ${portion} for update skip locked)`,
  { everyMinutes: 60, atOnce: boardsAtOnce },
);

/**
 * Deletes archived boards that a later one of their month took the place of 60 days ago, with the same names and
 * addresses. Until then one can be put back. The last board of a month stays: visitors read the month from it.
 */
export const forgetReplacedBoards = forgetChore(
  'forget-cup-boards',
  60,
  (before, portion) => sql`
    delete from cup_boards where id in (
      select id from cup_boards board where status = 'archived'
        and exists (select from cup_boards later
          where later.season = board.season and later.status <> 'draft'
            and later.live_at > board.live_at and later.live_at < ${before})
        and not exists (select from cup_seasons where board_id = board.id)
      limit ${portion} for update skip locked)`,
  { atOnce: boardsAtOnce },
);
