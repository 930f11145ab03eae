import type { Chore } from '#server/jobs/start-jobs.ts';
import { endMemberships } from './end-memberships.ts';

/** Ends memberships whose time is over. */
export const endMembershipsByClock: Chore = { name: 'end-memberships', everyMinutes: 5, run: endMemberships };
