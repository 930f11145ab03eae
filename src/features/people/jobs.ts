import type { Jobs } from '#server/jobs/start-jobs.ts';
import { tellOfConsent } from './age/tell-of-consent.ts';

export function peopleJobs(): Jobs {
  return { handlers: [tellOfConsent] };
}
