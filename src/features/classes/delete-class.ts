import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { lockClass } from './lock-class.ts';
import { may } from './permissions.ts';

/**
 * Takes a class off the calendar for good. Its enrolments go with it; somebody enrolling at that moment
 * either was in time and goes too, or finds no class.
 */
export async function deleteClass(outer: Ctx, classId: string): Promise<{ id: string }> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const refusal = may(ctx.actor, 'remove', liveClass);
    if (refusal) throw new Refusal(refusal);

    await ctx.db.deleteFrom('classes').where('id', '=', classId).execute();
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { id: classId };
  });
}
