import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { dayMs } from '#shared/time/durations.ts';
import type { ClassState } from '../lock-class.ts';
import { rollClosesAt } from '../rules.ts';
import { closeRollWork } from './close-roll.ts';

/**
 * A roll that is called later than a day after the end is closed a day after it was called. Also the walk-ins of a
 * class without other students call it. By then the due work of the class has ended.
 */
export async function wantClosing(ctx: Ctx, liveClass: ClassState): Promise<void> {
  if (liveClass.rollClosedAt || ctx.now < rollClosesAt(liveClass)) return;
  await putDue(ctx, closeRollWork, liveClass.id, new Date(ctx.now.getTime() + dayMs));
}
