import type { Invariant } from '#server/db/find-broken.ts';

/** What is always true of announcements. */
export const announcementInvariants: readonly Invariant[] = [
  {
    name: 'a notice of an announcement is gone with it',
    query: `select notice.id from notifications notice where notice.kind = 'announcements.posted'
      and about is not null and about not in (select id from announcements)`,
  },
];
