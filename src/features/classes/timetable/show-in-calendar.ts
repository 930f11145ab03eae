import type { Ctx } from '#server/ctx.ts';

/** The class that a calendar event shows, if it shows one. */
export async function findShownClass({ db }: Pick<Ctx, 'db'>, eventId: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'createdBy', 'handedOverAt', 'status', 'title', 'description'])
    .select(['startsAt', 'durationMinutes', 'zone', 'meetLink'])
    .where('calendarEventId', '=', eventId)
    .executeTakeFirst();
}

/** Stores that the outside calendar has been told of the latest state of the class. */
export async function noteInCalendar({ db, now }: Ctx, classId: string): Promise<void> {
  await db.updateTable('classes').set({ calendarSyncedAt: now }).where('id', '=', classId).execute();
}

/** Stores the meeting link that was made for a class, unless its organiser typed one meanwhile. */
export async function giveMeetLink({ db }: Ctx, classId: string, meetLink: string): Promise<void> {
  await db
    .updateTable('classes')
    .set({ meetLink, oneOffLink: true })
    .where('id', '=', classId)
    .where('meetLink', 'is', null)
    .where('status', '=', 'scheduled')
    .execute();
}

/** Stores that the class has no event in the calendar any more. The next change of the class makes one again. */
export async function takeOutOfCalendar({ db, now }: Ctx, eventId: string): Promise<void> {
  await db
    .updateTable('classes')
    .set({ calendarEventId: null, calendarSyncedAt: now })
    .where('calendarEventId', '=', eventId)
    .execute();
}

/** Stores that the event which shows a class has another id. */
export async function renameEvent({ db }: Ctx, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('classes').set({ calendarEventId: to }).where('calendarEventId', '=', from).execute();
}
