import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';
import { forgetActWords } from './forget-act-words.ts';

/** What the audit log says of a person: what was done about them, and what they did. Not about whom, nor by whom. */
export const auditData: OwnData = {
  parts: [
    {
      name: 'acts',
      by: ['audit_log.actor_id', 'audit_log.person_id'],
      rows: (userId) => sql`
        select id::text as key, act, created_at, actor_id = ${userId} as by_you,
          person_id is not distinct from ${userId}::uuid as about_you
        from audit_log where ${userId}::uuid in (actor_id, person_id)`,
    },
  ],
  erase: (ctx, { userId }) => forgetActWords(ctx, userId),
};
