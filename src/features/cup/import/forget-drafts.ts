import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';

/**
 * Deletes drafts that were not published within a day, with their rows: names and addresses of students who may have no
 * account. It runs often, so that the day is kept to within an hour.
 */
export const forgetDrafts = forgetChore(
  'forget-cup-drafts',
  1,
  (before, portion) => sql`
    delete from cup_boards where id in (
      select id from cup_boards where status = 'draft' and created_at < ${before} limit ${portion})`,
  { everyMinutes: 60 },
);
