import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';
import { eraseAccount } from './deletion/erase-account.ts';

/** The account, how its owner signs in, and where. Hashes, secrets and tokens are left out: they are keys, not data. */
export const accountData: OwnData = {
  parts: [
    {
      name: 'account',
      by: ['users.id'],
      rows: (userId) => sql`
        select id::text as key, id, name, email, email_verified, image, role, two_factor_enabled, zone, locale,
          banned_at, name_alias, alias_image, name_hidden_at, name_hidden_reason, name_chosen_at, created_at, updated_at
        from users where id = ${userId}`,
    },
    {
      name: 'roles',
      by: ['user_roles.user_id'],
      rows: (userId) => sql`select role as key, role, granted_at from user_roles where user_id = ${userId}`,
    },
    {
      name: 'sessions',
      by: ['sessions.user_id'],
      rows: (userId) => sql`
        select id::text as key, ip_address, user_agent, created_at, updated_at, expires_at
        from sessions where user_id = ${userId}`,
    },
    {
      name: 'sign-in-methods',
      by: ['sign_in_methods.user_id', 'two_factors.user_id'],
      rows: (userId) => sql`
        select id::text as key, provider_id as method, created_at, updated_at
          from sign_in_methods where user_id = ${userId}
        union all
        select id::text, 'second-factor', null, null from two_factors where user_id = ${userId}`,
    },
    {
      name: 'passkeys',
      by: ['passkeys.user_id'],
      rows: (userId) => sql`
        select id::text as key, name, synced, created_at, last_used_at from passkeys where user_id = ${userId}`,
    },
    {
      name: 'phone',
      by: ['phones.user_id'],
      rows: (userId) => sql`
        select id::text as key, number, created_at from phones where user_id = ${userId}`,
    },
    {
      name: 'links',
      by: ['account_links.user_id'],
      rows: (userId) => sql`
        select id::text as key, purpose, address, created_at, expires_at, used_at
        from account_links where user_id = ${userId}`,
    },
    {
      name: 'invitations',
      by: ['invite_links.user_id'],
      rows: (userId) => sql`
        select id::text as key, label, code, uses, most_uses, ends_at, ended_at, created_at
        from invite_links where user_id = ${userId}`,
    },
    {
      name: 'guardian',
      by: ['guardian_consents.user_id'],
      rows: (userId) => sql`
        select 'guardian' as key, address, asked_at, given_at, revoked_at
        from guardian_consents where user_id = ${userId}`,
    },
  ],
  erase: eraseAccount,
};
