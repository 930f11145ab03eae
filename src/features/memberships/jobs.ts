import type { Jobs } from '#server/jobs/start-jobs.ts';
import { endMembershipsChore } from './end-memberships.ts';
import { comingEndsChore } from './notify-of-coming-end.ts';

export function membershipJobs(): Jobs {
  return { chores: [endMembershipsChore, comingEndsChore] };
}
