import type { Jobs } from '#server/jobs/start-jobs.ts';
import { deleteExpired } from './sessions/delete-expired.ts';

/** `sessionDays`: for how long a session lasts, however much it is used. */
export function accountJobs(sessionDays: number): Jobs {
  return { chores: [deleteExpired(sessionDays)] };
}
