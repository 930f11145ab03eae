import type { Jobs } from '#server/jobs/start-jobs.ts';
import { endMembershipsChore } from './end-memberships.ts';

export function membershipJobs(): Jobs {
  return { chores: [endMembershipsChore] };
}
