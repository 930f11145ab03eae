import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

/** The secret of a feed is left out: who finds the archive must not be able to read the calendar. */
export const calendarData: OwnData = {
  parts: [
    {
      name: 'calendar-feed',
      by: ['calendar_feeds.user_id'],
      rows: (userId) => sql`select 'feed' as key, created_at from calendar_feeds where user_id = ${userId}`,
    },
    {
      name: 'calendar-events',
      by: ['calendar_own_events.owner_id'],
      rows: (userId) => sql`
        select event_id as key, title, description, starts_at, zone, duration_minutes, created_at
        from calendar_own_events where owner_id = ${userId}`,
    },
  ],
  async erase({ db }, { userId }) {
    await sql`delete from calendar_feeds where user_id = ${userId}`.execute(db);
    await sql`delete from calendar_own_events where owner_id = ${userId}`.execute(db);
  },
};
