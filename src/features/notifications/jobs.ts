import type { Jobs } from '#server/jobs/start-jobs.ts';
import type { PushService } from '#server/push/push-service.ts';
import { mailNotices, type NoticeMail } from './delivery/mail-notices.ts';
import { pushNotices } from './delivery/push-notices.ts';
import { forgetNotices } from './forget-notices.ts';

/** `days`: for how long notices are kept. */
export function notificationJobs(parts: { days: number; mail: NoticeMail; push: PushService }): Jobs {
  return {
    chores: [forgetNotices(parts.days)],
    handlers: [...mailNotices(parts.mail), pushNotices(parts.push)],
  };
}
