import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Calendar, CalendarEvent, EventPage, ListedEvent, PutAnswer, Window } from './calendar.ts';

/** Reads the events that begin in a window from an external calendar, which is read-only. */
export type Subscription = (window: Pick<Window, 'from' | 'to'>) => Promise<EventPage['events']>;

const pageSize = 250;

/**
 * The calendar without an account elsewhere: rows of this database, which an organiser's calendar program reads at
 * the feed's address. The last page of `list` holds the events of the subscribed external calendar, if there is one.
 */
export function builtInCalendar(db: Db, subscription: Subscription | null = null): Calendar {
  return {
    kind: 'built-in',
    name: null,

    async put(event): Promise<PutAnswer> {
      await sql`
        insert into calendar_events as stored (event_id, title, description, starts_at, ends_at, zone)
        values (${event.id}, ${event.title}, ${event.description}, ${event.startsAt}, ${event.endsAt}, ${event.zone})
        on conflict (event_id) do update set
          title = excluded.title, description = excluded.description, starts_at = excluded.starts_at,
          ends_at = excluded.ends_at, zone = excluded.zone, sequence = stored.sequence + 1, updated_at = now()
        where (stored.title, stored.description, stored.starts_at, stored.ends_at, stored.zone)
          is distinct from (excluded.title, excluded.description, excluded.starts_at, excluded.ends_at, excluded.zone)
      `.execute(db);
      return { meetLink: null, meetLinkToCome: false };
    },

    async remove(eventId) {
      await db.deleteFrom('calendarEvents').where('eventId', '=', eventId).execute();
    },

    async list(window) {
      if (window.page === subscribed && subscription) {
        return { events: await subscription(window), nextPage: null };
      }
      const rows = await selectPage(db, window);
      const shown = rows.slice(0, pageSize);
      const more = rows.length > pageSize;
      return {
        events: shown.map(asListed),
        nextPage: more ? keyOf(shown.at(-1)!) : subscription ? subscribed : null,
      };
    },
  };
}

/** The cursor of the page after our own last page. */
const subscribed = 'subscribed';

type Row = { id: string; title: string; description: string; startsAt: Date; endsAt: Date; zone: string };

function selectPage(db: Db, { from, to, page }: Window): Promise<Row[]> {
  let query = db
    .selectFrom('calendarEvents')
    .select(['eventId as id', 'title', 'description', 'startsAt', 'endsAt', 'zone'])
    .where('endsAt', '>', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .orderBy('eventId')
    .limit(pageSize + 1);
  if (page) {
    const [startsAt, id] = JSON.parse(page) as [string, string];
    query = query.where(sql<boolean>`(starts_at, event_id) > (${startsAt}::timestamptz, ${id})`);
  }
  return query.execute();
}

const keyOf = ({ startsAt, id }: CalendarEvent) => JSON.stringify([startsAt.toISOString(), id]);

function asListed(row: Row): ListedEvent {
  return { ...row, meetLink: null, organisers: [], recurringEventId: null, readOnly: false };
}
