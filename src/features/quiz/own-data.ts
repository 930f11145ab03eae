import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

/**
 * Answers that were left under the person's address before they had an account; only where the address is proved. If a
 * proved address changes, a trigger moves them along (`users_moved_take_leads`).
 */
export const quizData: OwnData = {
  parts: [
    {
      name: 'quiz-answers',
      by: ['quiz_leads.email'],
      rows: (userId) => sql`
        select quiz_leads.id::text as key, quiz_leads.name, quiz_leads.email, country, language, level, goals,
          learning_style, available_time, modality, quiz_leads.created_at
        from quiz_leads join users on users.email = quiz_leads.email
        where users.id = ${userId} and users.email_verified`,
    },
  ],
  async erase({ db }, { provedEmail }) {
    if (provedEmail) await db.deleteFrom('quizLeads').where('email', '=', provedEmail).execute();
  },
};
