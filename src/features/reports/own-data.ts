import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const reportData: OwnData = {
  parts: [
    {
      name: 'reports',
      by: ['reports.reporter_id'],
      rows: (userId) => sql`
        select id::text as key, subject_kind as about, reason, words, status, created_at, settled_at
        from reports where reporter_id = ${userId}`,
    },
  ],
  /** Also what others said about the person's name and their page as a teacher, which are gone. */
  async erase({ db }, { userId }) {
    await sql`delete from reports where reporter_id = ${userId}
      or (subject_kind in ('teacher', 'name') and subject_id = ${userId}::text)`.execute(db);
  },
};
