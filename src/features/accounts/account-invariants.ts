import type { Invariant } from '#server/db/find-broken.ts';

/** Checked by tests and by `npm run doctor`. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'every user has a role',
    query: 'select id from users where not exists (select from user_roles where user_id = users.id)',
  },
  {
    name: 'a community that has users has an administrator',
    query: `
      select 'no administrator' as missing where exists (select from users)
      and not exists (select from user_roles where role = 'admin')`,
  },
];
