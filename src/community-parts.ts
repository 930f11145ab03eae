import { noticeOutbox } from '#features/notifications/delivery/notice-outbox.ts';
import { picturesInUse } from '#features/profiles/set-picture.ts';

/** What a backup has to know of the product. */
export const communityParts = {
  /** Queries for the column `name`: the files in DATA_DIR/files that rows refer to. */
  filesInUse: [picturesInUse],
  /** Files of DATA_DIR that go along: those of the demo's sign-ins. */
  extras: ['demo-sign-ins.json'],
  /** Tables that have a row as soon as a person came: nothing is restored beside them. */
  peopleTables: ['users', 'quiz_leads'],
  /** Messages that a restore does not send a second time. */
  outboxes: [noticeOutbox],
};
