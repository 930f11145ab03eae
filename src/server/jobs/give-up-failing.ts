import type { Ctx } from '../ctx.ts';
import { isFree } from './claim-due.ts';
import type { DueWork } from './due-work.ts';
import { isFailing } from './find-stuck.ts';

/**
 * Drops the work of a row that fails again and again, where an administrator has done it in another way. No process
 * begins it before the commit. Answers false, and drops nothing, while a process is at it: that may succeed.
 */
export async function giveUpFailing(
  { db }: Pick<Ctx, 'db'>,
  { kind }: DueWork,
  subject: string,
): Promise<boolean> {
  const dropped = await db
    .deleteFrom('dueWork')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(isFailing)
    .where(isFree)
    .returning('subject')
    .executeTakeFirst();
  return dropped !== undefined;
}
