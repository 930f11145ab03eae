import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import {
  findShownClass,
  giveMeetLink,
  noteInCalendar,
} from '#features/classes/timetable/show-in-calendar.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import { type Calendar, CalendarError, type CalendarEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { type Handler, WorkFailed } from '#server/jobs/due-work.ts';
import type { MeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { endOf } from '#shared/time/durations.ts';

/** The calendar that Sumi writes classes to, and the meeting rooms for classes without a link. */
export type CalendarServices = { calendar: Calendar; rooms: MeetingRooms };

/**
 * Writes one event to the outside calendar as the database has it now: puts a class or an organiser's own event,
 * removes an event that is neither or whose class is cancelled. Idempotent, because the event's id is derived from
 * the class's.
 */
export function syncWithCalendar(services: CalendarServices): Handler {
  return {
    work: calendarWork,
    async run(ctx, eventId) {
      try {
        await writeEvent(ctx, eventId, services);
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        const { message, temporary, retryAfterMs } = error;
        throw new WorkFailed(message, {
          lasting: !temporary,
          waitMs: retryAfterMs ?? 0,
          holdsKind: retryAfterMs !== null,
        });
      }
    },
    async afterwards(ctx, eventId) {
      const organiser = (await findShownClass(ctx, eventId))?.createdBy;
      if (organiser) await publish(ctx, { kind: 'classes.changed', audience: [organiser] });
      await publishToAdministrators(ctx, 'classes.changed');
      await publishToAdministrators(ctx, 'calendar.changed');
    },
  };
}

async function writeEvent(ctx: Ctx, eventId: string, services: CalendarServices): Promise<void> {
  const shown = await findShownClass(ctx, eventId);
  if (shown) {
    if (shown.status === 'cancelled') await services.calendar.remove(eventId);
    else await putClass(ctx, { ...shown, eventId }, services);
    return noteInCalendar(ctx, shown.id);
  }
  const own = await findOwnEvent(ctx, eventId);
  if (!own) return services.calendar.remove(eventId);
  await services.calendar.put(asEvent({ ...own, eventId }));
  await ctx.db
    .updateTable('calendarOwnEvents')
    .set({ syncedAt: ctx.now })
    .where('eventId', '=', eventId)
    .execute();
}

type ShownClass = NonNullable<Awaited<ReturnType<typeof findShownClass>>> & { eventId: string };

async function putClass(ctx: Ctx, shown: ShownClass, { calendar, rooms }: CalendarServices): Promise<void> {
  const answer = await calendar.put(asEvent(shown));
  // The teacher before knows the room of the class; it still has that one, unless they lost their rights.
  const subject = shown.handedOverAt ? `${shown.id} ${shown.handedOverAt.toISOString()}` : shown.id;
  const meetLink = shown.meetLink ?? answer.meetLink ?? rooms.roomFor(subject);
  if (meetLink && !shown.meetLink) await giveMeetLink(ctx, shown.id, meetLink);
  if (!meetLink && answer.meetLinkToCome) {
    throw new CalendarError('The meeting is still being made', { temporary: true });
  }
}

/** An own event that was imported as a class belongs to that class, even after the class was deleted. */
function findOwnEvent({ db }: Ctx, eventId: string) {
  return db
    .selectFrom('calendarOwnEvents')
    .select(['title', 'description', 'startsAt', 'durationMinutes', 'zone'])
    .where('eventId', '=', eventId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('calendarImports')
            .select('classId')
            .whereRef('calendarImports.eventId', '=', 'calendarOwnEvents.eventId'),
        ),
      ),
    )
    .executeTakeFirst();
}

type Row = Omit<CalendarEvent, 'id' | 'endsAt'> & { eventId: string; durationMinutes: number };

function asEvent({ eventId: id, title, description, startsAt, durationMinutes, zone }: Row): CalendarEvent {
  return { id, title, description, startsAt, endsAt: endOf({ startsAt, durationMinutes }), zone };
}
