import type { Jobs } from '#server/jobs/start-jobs.ts';
import { forgetActs } from './forget-acts.ts';

/** `days`: for how long acts are kept. */
export function auditJobs(days: number): Jobs {
  return { chores: [forgetActs(days)] };
}
