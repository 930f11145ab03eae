import type { Jobs } from '#server/jobs/start-jobs.ts';
import { countCupPractice } from './claims/count-cup-practice.ts';
import { forgetDrafts } from './import/forget-drafts.ts';

export function cupJobs(): Jobs {
  return { chores: [forgetDrafts], handlers: [countCupPractice] };
}
