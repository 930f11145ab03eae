import type { Invariant } from '#server/db/find-broken.ts';

/** What is always true of notices. */
export const noticeInvariants: readonly Invariant[] = [
  {
    name: 'no notice has the name of an account that was deleted since',
    query: `select notifications.id from notifications join users on users.id = names_person
      where deleted_at is not null and detail ->> 'name' is distinct from users.name`,
  },
  {
    name: 'no deleted account has notices',
    query:
      'select notifications.id from notifications join users on users.id = user_id where deleted_at is not null',
  },
];
