import type { Jobs } from '#server/jobs/start-jobs.ts';
import { countCupPractice } from './claims/count-cup-practice.ts';

export function cupJobs(): Jobs {
  return { handlers: [countCupPractice] };
}
