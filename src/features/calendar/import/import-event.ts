import { classForm } from '#features/classes/contract.ts';
import { showsClass } from '#features/classes/rules.ts';
import { changeClass } from '#features/classes/timetable/change-class.ts';
import { insertClass } from '#features/classes/timetable/insert-class.ts';
import { refuseUnlessTeaches } from '#features/classes/timetable/list-possible-teachers.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { ListedEvent, UnreadableEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { Refusal } from '#shared/refusal.ts';
import type { SkipReason } from '../contract.ts';
import { changesSince, type Digests, digestsOf, type Facts, factsOf, factsOfClass } from './event-facts.ts';
import { findMovedRepetition, type Listing } from './find-moved-repetition.ts';

export type Outcome = 'imported' | 'updated' | 'known' | SkipReason;

type Found = ListedEvent | UnreadableEvent;

/** `teacherId` gives the classes. */
type Reading = Listing & { teacherId: string };

/**
 * Makes a class of an event of the calendar, given by `teacherId`, or changes the class it became when the event has
 * changed since. Idempotent: the event's row in `calendar_imports` is never deleted, so that of concurrent imports one
 * makes the class, and a deleted class does not come back.
 */
export async function importEvent(outer: Ctx, event: Found, reading: Reading): Promise<Outcome> {
  if ('unreadable' in event) return event.unreadable;
  const facts = factsOf(event);
  if (typeof facts === 'string') return facts;
  try {
    return await inTransaction(outer, (ctx) => importOnce(ctx, event, facts, reading));
  } catch (error) {
    // The class refused the change: it has started, for example, or an organiser changed it at that moment.
    if (error instanceof Refusal) return 'unusable';
    throw error;
  }
}

async function importOnce(
  ctx: Ctx,
  event: ListedEvent,
  facts: Facts,
  { teacherId, ...listing }: Reading,
): Promise<Outcome> {
  const { db, now } = ctx;
  const ours = await findClassShowing(ctx, event.id);
  if (ours === 'live') return 'known';
  if (ours === 'gone') return 'deleted-here';
  const imported =
    (await lockImport(ctx, event.id)) ?? (await findMovedRepetition({ ctx, ...listing }, event, facts.date));
  if (imported) {
    const { classId, digests } = imported;
    if (!classId) return 'deleted-here';
    return follow({ ctx, classId, eventId: event.id }, facts, digests as Digests);
  }
  if (event.startsAt <= now) return 'started';
  await refuseUnlessTeaches(ctx, teacherId);
  const mine = await db
    .insertInto('calendarImports')
    .values({
      eventId: event.id,
      digests: JSON.stringify(digestsOf(facts)),
      recurringEventId: event.recurringEventId,
      day: facts.date,
      importedBy: teacherId,
    })
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

async function lockImport({ db }: Ctx, eventId: string) {
  return db
    .selectFrom('calendarImports')
    .select(['classId', 'digests'])
    .where('eventId', '=', eventId)
    .forUpdate()
    .executeTakeFirst();
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
 * Brings into a class what has changed in its event since it was last read, so that what an organiser changed in Sumi
 * stays. The enrolled students are told when that moves the class. What the class shows already is no change: Sumi
 * writes the event of a class that an organiser changes.
 */
async function follow(
  { ctx, classId, eventId }: { ctx: Ctx; classId: string; eventId: string },
  facts: Facts,
  lastRead: Digests,
): Promise<Outcome> {
  if (isEmpty(changesSince(facts, lastRead))) return 'known';
  const { version, ...shown } = await ctx.db
    .selectFrom('classes')
    .select(['version', 'title', 'description', 'startsAt', 'durationMinutes', 'zone', 'meetLink'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  const changes = changesSince(facts, lastRead, digestsOf(factsOfClass(shown)));
  await ctx.db
    .updateTable('calendarImports')
    .set({ digests: JSON.stringify(digestsOf(facts)), day: facts.date })
    .where('eventId', '=', eventId)
    .execute();
  if (isEmpty(changes)) return 'known';
  await changeClass(ctx, classId, { version, ...changes });
  return 'updated';
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;
