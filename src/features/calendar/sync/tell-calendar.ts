import { sql } from 'kysely';
import { type Calendar, CalendarError, type CalendarEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import type { MeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { eventIdOf } from '../rules.ts';
import type { Task } from './take-due.ts';

/** What classes are shown in, and where those meet that nobody gave an address. */
export type Outside = { calendar: Calendar; rooms: MeetingRooms };

/** What was told, and of whom: null where there was nothing left to tell. */
export type Told = { eventId: string; createdBy: string | null };

type Db = Ctx['db'];

/**
 * Brings the calendar to what a task says, and writes down the address of the meeting where one came of it. Between
 * its statements the calendar is asked, so none of this is in a transaction; done twice it is done once. Throws a
 * `CalendarError` when the calendar did not do it.
 */
export async function tellCalendar(db: Db, { box, key }: Task, outside: Outside): Promise<Told | null> {
  if (box === 'class') return tellOfClass(db, key, outside);
  if (box === 'ownEvent') return tellOfOwnEvent(db, key, outside.calendar);
  if (!(await isWantedAgain(db, key))) await outside.calendar.remove(key);
  return { eventId: key, createdBy: null };
}

async function tellOfClass(db: Db, classId: string, { calendar, rooms }: Outside): Promise<Told | null> {
  // The event's id is written down before there is an event: whoever deletes the class knows what to remove.
  const row = await db
    .updateTable('classes')
    .set({ calendarEventId: sql`coalesce(calendar_event_id, ${eventIdOf(classId)})` })
    .where('id', '=', classId)
    .returning([
      'calendarEventId',
      'createdBy',
      'status',
      'title',
      'description',
      'startsAt',
      'durationMinutes',
      'zone',
      'meetLink',
    ])
    .executeTakeFirst();
  if (!row?.calendarEventId) return null;
  const told = { eventId: row.calendarEventId, createdBy: row.createdBy };
  if (row.status === 'cancelled') {
    await calendar.remove(told.eventId);
    return told;
  }
  const answer = await calendar.put(asEvent({ ...row, id: told.eventId }));
  const meetLink = row.meetLink ?? answer.meetLink ?? rooms.roomFor(classId);
  if (meetLink && !row.meetLink) await giveMeetLink(db, classId, meetLink);
  if (!meetLink && answer.meetLinkToCome) {
    throw new CalendarError('The meeting is still being made', { temporary: true });
  }
  return told;
}

/** Unless somebody typed one meanwhile. */
async function giveMeetLink(db: Db, classId: string, meetLink: string): Promise<void> {
  await db
    .updateTable('classes')
    .set({ meetLink })
    .where('id', '=', classId)
    .where('meetLink', 'is', null)
    .where('status', '=', 'scheduled')
    .execute();
}

async function tellOfOwnEvent(db: Db, eventId: string, calendar: Calendar): Promise<Told | null> {
  const row = await db
    .selectFrom('calendarOwnEvents')
    .select(['eventId as id', 'ownerId', 'title', 'description', 'startsAt', 'durationMinutes', 'zone'])
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  if (!row) return null;
  await calendar.put(asEvent(row));
  return { eventId, createdBy: row.ownerId };
}

/** An event that was to go stays when its class has asked for it since, or brought it back already. */
async function isWantedAgain(db: Db, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('classes')
    .innerJoin('calendarRemovals', 'calendarRemovals.eventId', 'classes.calendarEventId')
    .select('classes.id')
    .where('classes.calendarEventId', '=', eventId)
    .where('classes.status', '<>', 'cancelled')
    .where(
      sql<boolean>`(classes.calendar_wanted_at >= calendar_removals.wanted_at
        or classes.calendar_synced_at > calendar_removals.wanted_at)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

type Row = Omit<CalendarEvent, 'endsAt'> & { durationMinutes: number };

function asEvent({ id, title, description, startsAt, durationMinutes, zone }: Row): CalendarEvent {
  const endsAt = new Date(startsAt.getTime() + durationMinutes * 60_000);
  return { id, title, description, startsAt, endsAt, zone };
}
