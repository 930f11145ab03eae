import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const teacherData: OwnData = {
  parts: [
    {
      name: 'teaching',
      by: ['teacher_profiles.user_id'],
      rows: (userId) => sql`
        select 'teaching' as key, bio, languages_taught, specialties, experience_years, average_rating, total_reviews,
          verification_status, applied_at, decided_at, rejection_reason, page_hidden_at, page_hidden_reason
        from teacher_profiles where user_id = ${userId}`,
    },
  ],
  async erase({ db }, { userId }) {
    await sql`delete from teacher_profiles where user_id = ${userId}`.execute(db);
  },
};
