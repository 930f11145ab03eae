import type { Jobs } from '#server/jobs/start-jobs.ts';
import { forgetReports } from './forget-reports.ts';

/** `days`: for how long settled reports are kept. */
export function reportJobs(days: number): Jobs {
  return { chores: [forgetReports(days)] };
}
