import { sql } from 'kysely';
import { lacksTeacher } from '#features/classes/hand-over/lacks-teacher.ts';
import type { PublishedEvent } from '#server/calendar/write-ics.ts';
import type { Db } from '#server/db/connect.ts';
import { endOf } from '#shared/time/durations.ts';

/** The classes that a person gives, or has a seat in; a held seat does not count yet. */
export function selectFeedClasses(db: Db, userId: string) {
  return db
    .selectFrom('classes')
    .select([
      'id',
      'title',
      'description',
      'startsAt',
      'durationMinutes',
      'zone',
      'status',
      'calendarSequence as sequence',
      'calendarChangedAt as changedAt',
    ])
    .where(
      sql<boolean>`((created_by = ${userId} and not ${lacksTeacher}) or exists (select from class_enrollments as seat
        where seat.class_id = classes.id and seat.user_id = ${userId} and seat.held_until is null))`,
    );
}

type ClassRow = Awaited<ReturnType<ReturnType<typeof selectFeedClasses>['execute']>>[number];

/**
 * A class as calendar programs show it: with the address of its page, which leads into the meeting in time, and never
 * with its meeting link, which members see shortly before the start.
 */
export function asEvent({ durationMinutes, status, ...row }: ClassRow, appUrl: string): PublishedEvent {
  return {
    ...row,
    endsAt: endOf({ ...row, durationMinutes }),
    cancelled: status === 'cancelled',
    url: `${appUrl}/classes/${row.id}`,
  };
}

/** The events of these classes for a person's calendar, by start; without those in which they have no part. */
export async function readClassEvents(
  db: Db,
  { classIds, userId, appUrl }: { classIds: readonly string[]; userId: string; appUrl: string },
): Promise<PublishedEvent[]> {
  const rows = await selectFeedClasses(db, userId)
    .where('id', 'in', [...classIds])
    .orderBy('startsAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => asEvent(row, appUrl));
}
