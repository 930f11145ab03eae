import type { Outbox } from '#server/backup/restore-backup.ts';
import { mailDigestWork, mailNoticeWork } from './mail-notices.ts';
import { pushNoticeWork } from './push-notices.ts';

/**
 * The letters and push messages of notices. A letter of the day has its person as its subject, the others the notice.
 */
export const noticeOutbox: Outbox = {
  kinds: [mailNoticeWork.kind, mailDigestWork.kind, pushNoticeWork.kind],
  settle: `
    update notice_deliveries delivery set settled_at = now(), outcome = 'late'
    from notifications notice, jsonb_to_recordset($1::jsonb) as dropped (kind text, subject text)
    where notice.id = delivery.notice_id and delivery.settled_at is null and (
      (dropped.kind = '${mailNoticeWork.kind}' and channel = 'email' and dropped.subject = notice.id::text)
      or (dropped.kind = '${mailDigestWork.kind}' and gathered and dropped.subject = notice.user_id::text)
      or (dropped.kind = '${pushNoticeWork.kind}' and channel = 'push' and dropped.subject = notice.id::text))`,
};
