import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { wantCalendar } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';

/** Makes the write of one class to the calendar due now, without the back-off of earlier attempts. */
export async function syncClass(outer: Ctx, classId: string): Promise<{ id: string }> {
  const { actor } = outer;
  // Refused before the read, so that only organisers learn whether the class exists.
  refuse(may(actor, 'organise', actor.kind === 'member' ? actor.userId : ''));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await ctx.db
      .selectFrom('classes')
      .select('createdBy')
      .where('id', '=', classId)
      .forUpdate()
      .executeTakeFirst();
    if (!liveClass) throw new Refusal(commonRefusals.notFound);
    refuse(may(actor, 'organise', liveClass.createdBy));
    await wantCalendar(ctx, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId, audience: [liveClass.createdBy] });
    await publishToAdministrators(ctx, 'calendar.changed');
    return { id: classId };
  });
}
