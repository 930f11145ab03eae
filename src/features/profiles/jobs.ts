import type { Jobs } from '#server/jobs/start-jobs.ts';
import { keepStreak } from './streak/keep-streak.ts';

export function profileJobs(): Jobs {
  return { handlers: [keepStreak] };
}
