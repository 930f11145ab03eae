import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Outside } from './tell-calendar.ts';

/**
 * Has the calendar told of every class to come that it was never told of: those that were there before it was, and
 * all of them when it is another than the one they were brought to. When the rooms are others than before, of
 * those that have none yet.
 */
export async function wantWhatIsNew(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { calendar, rooms }: Outside,
): Promise<void> {
  const is = `${calendar.kind} ${calendar.name ?? ''}`;
  await sql`
    with connected as (
      insert into calendar_connection as known (calendar, rooms) values (${is}, ${rooms.name ?? ''})
      on conflict (only_row) do update set calendar = excluded.calendar, rooms = excluded.rooms
        where (known.calendar, known.rooms) <> (excluded.calendar, excluded.rooms)
      returning old.calendar is distinct from new.calendar as calendar, old.rooms is distinct from new.rooms as rooms
    )
    update classes set calendar_wanted_at = ${now}, calendar_attempts = 0, calendar_next_attempt_at = null,
      calendar_error = null,
      -- What an event was called in the calendar before says nothing to this one.
      calendar_event_id = case when imported and exists (select from connected where calendar) then null
        else calendar_event_id end
    where starts_at > ${now} and status = 'scheduled' and (
      exists (select from connected where calendar)
      or (meet_link is null and exists (select from connected where rooms))
      or (calendar_wanted_at is null and calendar_synced_at is null and not imported))`.execute(db);
}
