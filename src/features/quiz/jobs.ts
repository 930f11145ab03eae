import type { Jobs } from '#server/jobs/start-jobs.ts';
import { forgetLeads } from './forget-leads.ts';

/** `days`: for how long leads are kept. */
export function quizJobs(days: number): Jobs {
  return { chores: [forgetLeads(days)] };
}
