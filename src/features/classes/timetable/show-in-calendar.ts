import type { Ctx } from '#server/ctx.ts';

/** The class that an event shows, if it shows one. */
export async function findShownClass({ db }: Pick<Ctx, 'db'>, eventId: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'createdBy', 'status', 'title', 'description'])
    .select(['startsAt', 'durationMinutes', 'zone', 'meetLink'])
    .where('calendarEventId', '=', eventId)
    .executeTakeFirst();
}

/** Notes that the calendar shows the class, or no longer shows it, as it was wanted. */
export async function noteInCalendar({ db, now }: Ctx, classId: string): Promise<void> {
  await db.updateTable('classes').set({ calendarSyncedAt: now }).where('id', '=', classId).execute();
}

/** Gives a class the address of its meeting, unless its organiser typed one meanwhile. */
export async function giveMeetLink({ db }: Ctx, classId: string, meetLink: string): Promise<void> {
  await db
    .updateTable('classes')
    .set({ meetLink })
    .where('id', '=', classId)
    .where('meetLink', 'is', null)
    .where('status', '=', 'scheduled')
    .execute();
}

/** The class stays and has no event in the calendar any more, until it changes. */
export async function takeOutOfCalendar({ db, now }: Ctx, eventId: string): Promise<void> {
  await db
    .updateTable('classes')
    .set({ calendarEventId: null, calendarSyncedAt: now })
    .where('calendarEventId', '=', eventId)
    .execute();
}
