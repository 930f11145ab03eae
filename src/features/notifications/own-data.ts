import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const noticeData: OwnData = {
  parts: [
    {
      name: 'notices',
      by: ['notifications.user_id'],
      // The words of a notice may name other people: those of teachers and administrators do.
      rows: (userId) => sql`
        select id::text as key, kind, link, created_at, read_at from notifications where user_id = ${userId}`,
    },
  ],
};
