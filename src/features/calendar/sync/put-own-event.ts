import { randomUUID } from 'node:crypto';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { calendarRefusals, changeCalendar, type EventForm } from '../contract.ts';
import { may } from '../permissions.ts';
import { refuseUnlessOrganiser } from '../refuse-unless-organiser.ts';

/**
 * Puts an event without a class into the calendar, for the organiser who owns it. The answer has its id at once; due
 * work writes the event, so that an outage of the calendar loses nothing. Idempotent under one key.
 */
export async function putOwnEvent(
  outer: Ctx,
  { event, userId }: { event: EventForm; userId?: string | undefined },
  idempotencyKey: string | undefined,
): Promise<{ eventId: string }> {
  const asker = memberOf(outer.actor).userId;
  const ownerId = userId ?? asker;
  refuse(may(outer.actor, 'organise', ownerId));
  const keyed = { operation: changeCalendar, key: idempotencyKey, input: { event, ownerId } };
  return once(outer, keyed, async (ctx) => {
    const isOwn = ownerId === asker;
    await lockExistingPerson(
      ctx,
      ownerId,
      isOwn ? commonRefusals.signInFirst : calendarRefusals.notOrganising,
    );
    if (!isOwn) await refuseUnlessOrganiser(ctx, ownerId);
    const { title, description, zone, duration } = event;
    const startsAt = instantAt(event);
    if (!startsAt) throw new Refusal(calendarRefusals.noSuchTime);
    const eventId = `event${randomUUID().replaceAll('-', '')}`;
    await ctx.db
      .insertInto('calendarOwnEvents')
      .values({
        eventId,
        ownerId,
        title,
        description,
        startsAt,
        zone,
        durationMinutes: duration,
      })
      .execute();
    await putDue(ctx, calendarWork, eventId);
    if (!isOwn) {
      await recordAct(ctx, { act: 'calendar.put-event', personId: ownerId, detail: { eventId, title } });
    }
    await publishToAdministrators(ctx, 'calendar.changed');
    return { eventId };
  });
}
