import type { Invariant } from '#server/db/find-broken.ts';

/** Checked by tests and by `npm run doctor`. */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'every user has a role',
    query: 'select id from users where not exists (select from user_roles where user_id = users.id)',
  },
  {
    name: "a user's role is the strongest of the roles they hold",
    query: `
      select id, role, held from users
      cross join lateral (select array_agg(user_roles.role) as held from user_roles where user_id = users.id) as roles
      where role <> case when 'admin' = any(held) then 'admin' when 'teacher' = any(held) then 'teacher' else 'student' end`,
  },
  {
    name: 'no administrator has a password of fewer than twelve characters',
    query: "select user_id from user_roles where role = 'admin' and has_short_password(user_id)",
  },
  {
    name: 'no invitation link has invited more people than it counts',
    query: `
      select id, uses, invited from invite_links
      cross join lateral (select count(*) as invited from users where invited_by_link = invite_links.id) as people
      where invited > uses`,
  },
  {
    name: 'a community that has users has an administrator',
    query: `
      select 'none: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again' as administrator where exists (select from users)
      and not exists (select from user_roles where role = 'admin')`,
  },
];
