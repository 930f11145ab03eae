import { createHash } from 'node:crypto';
import { classForm } from '#features/classes/contract.ts';
import { showsClass } from '#features/classes/rules.ts';
import { changeClass } from '#features/classes/timetable/change-class.ts';
import { insertClass } from '#features/classes/timetable/insert-class.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { ListedEvent, UnreadableEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { Refusal } from '#shared/refusal.ts';
import { cleanFoundLine, cleanFoundText } from '#shared/text.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { bogota, calendarDay, clockTime } from '#shared/time/zones.ts';
import type { SkipReason } from '../contract.ts';

export type Outcome = 'imported' | 'updated' | SkipReason;

type Found = ListedEvent | UnreadableEvent;

/**
 * Makes a class of an event of the calendar, given by `teacherId`, or changes the class it became when the event has
 * changed since. Idempotent: the event's row in `calendar_imports` is never deleted, so that of concurrent imports one
 * makes the class, and a deleted class does not come back.
 */
export async function importEvent(outer: Ctx, event: Found, teacherId: string): Promise<Outcome> {
  if ('unreadable' in event) return event.unreadable;
  const facts = factsOf(event);
  if (typeof facts === 'string') return facts;
  try {
    return await inTransaction(outer, (ctx) => importOnce(ctx, event, facts, teacherId));
  } catch (error) {
    // The class refused the change: it has started, for example, or an organiser changed it at that moment.
    if (error instanceof Refusal) return 'unusable';
    throw error;
  }
}

async function importOnce(ctx: Ctx, event: ListedEvent, facts: Facts, teacherId: string): Promise<Outcome> {
  const { db, now } = ctx;
  const ours = await findClassShowing(ctx, event.id);
  if (ours === 'live') return 'known';
  if (ours === 'gone') return 'deleted-here';
  const { meetLink } = facts;
  const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  const imported = await db
    .selectFrom('calendarImports')
    .select(['classId', 'fingerprint', 'meetLink'])
    .where('eventId', '=', event.id)
    .forUpdate()
    .executeTakeFirst();
  if (imported) {
    if (!imported.classId) return 'deleted-here';
    if (imported.fingerprint === fingerprint) return 'known';
    await follow(ctx, imported.classId, { facts, formerLink: imported.meetLink });
    await db
      .updateTable('calendarImports')
      .set({ fingerprint, meetLink })
      .where('eventId', '=', event.id)
      .execute();
    return 'updated';
  }
  if (event.startsAt <= now) return 'started';
  const mine = await db
    .insertInto('calendarImports')
    .values({ eventId: event.id, fingerprint, meetLink, importedBy: teacherId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .executeTakeFirst();
  // Another import inserted the row between the two statements.
  if (!mine) return 'known';
  const { date: _date, time: _time, ...form } = classForm.parse(facts);
  const classId = await insertClass(ctx, {
    ...form,
    startsAt: event.startsAt,
    createdBy: teacherId,
    imported: true,
    // A calendar that is only read is not told when the class changes.
    ...(!event.readOnly && { calendarEventId: event.id, calendarSyncedAt: now }),
  });
  await db.updateTable('calendarImports').set({ classId }).where('eventId', '=', event.id).execute();
  return 'imported';
}

/**
 * Whether Sumi wrote the event to show a class, and whether that still exists. An imported class has such an event
 * beside its own where its own is only read, or stands in the calendar that was connected before.
 */
async function findClassShowing({ db }: Ctx, eventId: string): Promise<'live' | 'gone' | null> {
  const row = await db
    .selectFrom('classes')
    .select('imported')
    .where('calendarEventId', '=', eventId)
    .executeTakeFirst();
  if (row) return row.imported && !showsClass(eventId) ? null : 'live';
  const going = await db
    .selectFrom('dueWork')
    .select('subject')
    .where('kind', '=', calendarWork.kind)
    .where('subject', '=', eventId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('calendarOwnEvents').select('ownerId').where('eventId', '=', eventId))),
    )
    .executeTakeFirst();
  return going || showsClass(eventId) ? 'gone' : null;
}

/**
 * Changes a class to its event's present facts; the enrolled students are told when that moves it. Its link follows
 * only a change of the event's own, so that one which an organiser typed since stays.
 */
async function follow(
  ctx: Ctx,
  classId: string,
  { facts, formerLink }: { facts: Facts; formerLink: string | null },
): Promise<void> {
  const { version } = await ctx.db
    .selectFrom('classes')
    .select('version')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  const { meetLink, ...changes } = facts;
  await changeClass(ctx, classId, {
    version,
    ...changes,
    ...(meetLink && meetLink !== formerLink && { meetLink }),
  });
}

type Facts = {
  title: string;
  description: string;
  date: string;
  time: string;
  zone: string;
  durationMinutes: number;
  meetLink: string | null;
};

/** The event as the fields of the class form, or the reason why it cannot become a class. */
function factsOf(event: ListedEvent): Facts | SkipReason {
  const title = cleanFoundLine(event.title, 120);
  if (!title) return 'no-title';
  const typed = {
    title,
    description: cleanFoundText(event.description, 2000) || title,
    durationMinutes: Math.round((event.endsAt.getTime() - event.startsAt.getTime()) / minuteMs),
    ...wallTime(event),
  };
  const meetLink = classForm.shape.meetLink.safeParse(event.meetLink).success ? event.meetLink : null;
  const facts = { ...typed, meetLink };
  return classForm.safeParse(facts).success ? facts : 'unusable';
}

/**
 * The event's start as a local day and time. In UTC where the zone's clocks show that time twice and the event means
 * the second, because a local time always reads as the first.
 */
function wallTime({ startsAt, zone }: ListedEvent): Pick<Facts, 'date' | 'time' | 'zone'> {
  const instant = startsAt.toISOString();
  const inZone = (name: string) => ({
    date: calendarDay(instant, name),
    time: clockTime(instant, name),
    zone: name,
  });
  const typed = inZone(zone ?? bogota);
  const minute = Math.floor(startsAt.getTime() / minuteMs);
  const meant = Math.floor((instantAt(typed)?.getTime() ?? Number.NaN) / minuteMs) === minute;
  return meant ? typed : inZone('UTC');
}
