import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Deletes the words of lines by which the person is known, in the transaction that deletes their account: the database
 * refuses it for another person. Those of lines about `subjects`, rows that prove to be theirs, are of the person too
 * where the log did not know it.
 */
export async function forgetActWords(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  subjects: readonly string[] = [],
): Promise<void> {
  if (subjects.length > 0) {
    await sql`update audit_words set person_id = ${userId} from audit_log line
      where line.id = line_id and audit_words.person_id is null and line.subject = any(${subjects}::uuid[])`.execute(
      db,
    );
  }
  await db.deleteFrom('auditWords').where('personId', '=', userId).execute();
}
