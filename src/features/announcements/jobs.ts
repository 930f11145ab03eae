import type { Jobs } from '#server/jobs/start-jobs.ts';
import { tellReaders } from './tell-readers.ts';

export function announcementJobs(): Jobs {
  return { handlers: [tellReaders] };
}
