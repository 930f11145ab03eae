import { sql } from 'kysely';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { goneName } from '#server/own-data/own-data.ts';

export const noticeData: OwnData = {
  parts: [
    {
      name: 'notices',
      by: ['notifications.user_id'],
      // The words of a notice may name other people: those of teachers and administrators do.
      rows: (userId) => sql`
        select id::text as key, kind, link, created_at, read_at from notifications where user_id = ${userId}`,
    },
    {
      name: 'notice-choices',
      by: ['notice_settings.user_id'],
      rows: (userId) => sql`
        select user_id::text as key, chosen, quiet_from, quiet_until, digest, updated_at
          from notice_settings where user_id = ${userId}`,
    },
    {
      name: 'devices',
      by: ['push_subscriptions.user_id'],
      // The whole address and the keys would let their reader write to the device.
      rows: (userId) => sql`
        select id::text as key, substring(endpoint from '^https?://([^/]+)') as push_service, created_at
          from push_subscriptions where user_id = ${userId}`,
    },
  ],
  async erase({ db }, { userId }) {
    // Notices that are being sent come before this; `notify` waits with others, and finds the account deleted.
    await lockPerson({ db }, userId, 'new-rows');
    await sql`delete from notifications where user_id = ${userId}`.execute(db);
    await sql`delete from push_subscriptions where user_id = ${userId}`.execute(db);
    await sql`delete from notice_settings where user_id = ${userId}`.execute(db);
    // Others keep what they were told, without the name.
    await sql`
      update notifications set detail = jsonb_set(detail, '{name}', to_jsonb(${goneName}::text))
        where names_person = ${userId}`.execute(db);
  },
};
