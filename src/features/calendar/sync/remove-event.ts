import { sql } from 'kysely';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { showsClass } from '#features/classes/rules.ts';
import { takeOutOfCalendar } from '#features/classes/timetable/show-in-calendar.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { changeCalendar } from '../contract.ts';
import { may } from '../permissions.ts';

/**
 * Takes an event out of the calendar: administrators any, a verified teacher one of their own or of their own class.
 * The class itself stays, and returns to the calendar when it changes. Idempotent under one key.
 */
export async function removeEvent(
  outer: Ctx,
  eventId: string,
  idempotencyKey: string | undefined,
): Promise<{ eventId: string }> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise', userId));
  const keyed = { operation: changeCalendar, key: idempotencyKey, input: { eventId } };
  return once(outer, keyed, async (ctx) => {
    const owner = await findOwner(ctx, eventId);
    // The same refusal whether or not the event exists, so that a teacher cannot probe for other people's events.
    const refusal = owner ? may(ctx.actor, 'organise', owner) : may(ctx.actor, 'manage');
    if (refusal) throw new Refusal(commonRefusals.notAllowed);

    await ctx.db.deleteFrom('calendarOwnEvents').where('eventId', '=', eventId).execute();
    await takeOutOfCalendar(ctx, eventId);
    await putDue(ctx, calendarWork, eventId);
    if (owner !== userId) {
      const whose = owner ? { personId: owner } : {};
      await recordAct(ctx, { act: 'calendar.remove-event', ...whose, detail: { eventId } });
    }
    await publishToAdministrators(ctx, 'calendar.changed');
    return { eventId };
  });
}

/** The event's owner; null for an event that Sumi did not make. */
async function findOwner({ db }: Ctx, eventId: string): Promise<string | null> {
  // The teacher of the class owns an imported event, also where another person put it there before. A class that was
  // given another room shows an event that is not named after it (`changeRoom`). One whose event was removed before is
  // known by the name alone.
  const shown = await db
    .selectFrom('classes')
    .select('createdBy as owner')
    .where((where) =>
      where.or([
        where('calendarEventId', '=', eventId),
        ...(showsClass(eventId) ? [where('id', '=', sql<string>`${eventId.slice(4)}::uuid`)] : []),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (shown) return shown.owner;
  const own = await db
    .selectFrom('calendarOwnEvents')
    .select('ownerId as owner')
    .where('eventId', '=', eventId)
    .forUpdate()
    .executeTakeFirst();
  return own?.owner ?? null;
}
