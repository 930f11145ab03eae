import type { Jobs } from '#server/jobs/start-jobs.ts';
import { countCupPractice } from './claims/count-cup-practice.ts';
import { forgetDrafts, forgetReplacedBoards } from './import/forget-boards.ts';

export function cupJobs(): Jobs {
  return { chores: [forgetDrafts, forgetReplacedBoards], handlers: [countCupPractice] };
}
