import { sql } from 'kysely';
import { settleReferral } from '#features/coins/settle-referral.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Pays the person who invited this student, or takes it back, by the classes that the student has attended. A class
 * that the inviter gave does not count, nor does a mark that they wrote: they could invite accounts of their own.
 */
export async function settleInvitation(ctx: Ctx, userId: string): Promise<void> {
  const { rows } = await sql<{ attended: boolean }>`
    select exists (select from class_enrollments join classes on classes.id = class_id
      where user_id = users.id and practised_on is not null and created_by <> invited_by
        and marked_by is distinct from invited_by) as attended
    from users where id = ${userId} and invited_by is not null`.execute(ctx.db);
  const [invited] = rows;
  if (invited) await settleReferral(ctx, { invitedId: userId, attended: invited.attended });
}
