import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

/** What an administrator wrote goes with their account, and a trigger deletes its notices. */
export const announcementData: OwnData = {
  parts: [
    {
      name: 'announcements',
      by: ['announcements.author_id'],
      rows: (userId) => sql`
        select id::text as key, title, words, audience, language, posted_at, told
        from announcements where author_id = ${userId}`,
    },
  ],
  async erase({ db }, { userId }) {
    await db.deleteFrom('announcements').where('authorId', '=', userId).execute();
  },
};
