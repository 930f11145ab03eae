import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { retryAll } from '#server/jobs/due-work.ts';
import { refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';

/** Makes every waiting write to the calendar due now, failed ones included. */
export async function retryCalendar(outer: Ctx): Promise<{ tried: number }> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const tried = await retryAll(ctx, calendarWork);
    await recordAct(ctx, { act: 'calendar.retry', detail: { tried } });
    await publishToAdministrators(ctx, 'calendar.changed');
    return { tried };
  });
}
