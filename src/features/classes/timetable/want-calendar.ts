import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';

/**
 * Asks that the outside calendar show a class as it is now, in the transaction that changed it: the class's row
 * says so until the chore has done it, however often that takes, and a calendar that is down holds nobody up.
 */
export async function wantCalendar(ctx: Ctx, classId: string): Promise<void> {
  await ctx.db
    .updateTable('classes')
    .set({
      calendarWantedAt: ctx.now,
      calendarAttempts: 0,
      calendarNextAttemptAt: null,
      calendarError: null,
    })
    .where('id', '=', classId)
    .execute();
  hurry(ctx, 'sync-classes');
}
