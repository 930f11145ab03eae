import type { Chore } from '#server/jobs/start-jobs.ts';
import { dayMs } from '#shared/time/durations.ts';

/**
 * Deletes drafts that were not published within a day, with their rows: names and addresses of students who may have no
 * account. It runs often, so that the day is kept to within an hour.
 */
export const forgetDrafts: Chore = {
  name: 'forget-cup-drafts',
  everyMinutes: 60,
  async run({ db, now }) {
    await db
      .deleteFrom('cupBoards')
      .where('status', '=', 'draft')
      .where('createdAt', '<', new Date(now.getTime() - dayMs))
      .execute();
  },
};
