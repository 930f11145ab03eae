import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, DbAddress } from '../db/connect.ts';
import { type LogPosition, logPosition, readLogPosition } from '../db/log-position.ts';
import { firstRow } from '../db/only-row.ts';
import type { Log } from '../log.ts';
import { EventCursor } from './event-cursor.ts';
import { keepListening } from './keep-listening.ts';

export type FollowedEvent = {
  id: number;
  kind: string;
  audience: string[] | null;
  subject: string | null;
};

export type Follower = {
  /** Calls `listener` with each committed event; returns a function that removes the listener. */
  onEvent(listener: (event: FollowedEvent) => void): () => void;
  /** Calls `listener` with the id of a user whose rights changed, at the commit and before the table is read. */
  onAccessChanged(listener: (userId: string) => void): () => void;
  /** When the last successful look at the table began, by `performance.now()`: every event before it was heard. */
  lookedAt(): number;
  /**
   * A position in the database's log after the changes of all events heard so far, and of all events before the start.
   */
  position(): LogPosition;
  /** Looks at the table. Ends when a look has ended that began after the call, well or not. */
  look(): Promise<void>;
  /**
   * Calls `listener` when the connection is lost: until it is back, events of other processes arrive late. And when
   * another database was promoted: events that were heard may be undone, and others never be heard.
   */
  onLost(listener: () => void): () => void;
  stop(): Promise<void>;
};

/** The table is also polled, in case a NOTIFY was lost with its process. */
const pollMs = 5000;
const pageSize = 1000;

/**
 * Follows the events table from now on, over one LISTEN connection per process. A notification only starts a read of
 * the table, so each process receives each event exactly once, soon after its commit, even when the connection was
 * lost for a while. Every `probeMs` the connection is asked something; when it does not answer within `answerMs`, it
 * is closed and opened again, because a machine that is gone closes nothing.
 */
export async function followEvents(
  db: Db,
  address: DbAddress,
  log: Log,
  {
    probeMs = 10_000,
    answerMs = 5000,
    onListening = async () => {},
  }: {
    probeMs?: number;
    answerMs?: number;
    /** Called with each connection that listens, before it is told anything. */
    onListening?: (client: pg.Client) => Promise<void>;
  } = {},
): Promise<Follower> {
  const eventListeners = new Set<(event: FollowedEvent) => void>();
  const lostListeners = new Set<() => void>();
  const accessListeners = new Set<(userId: string) => void>();
  let lookedAt = performance.now();
  let cursor = await openCursor(db);
  // Asked once the events before the start were read, so that it lies behind them.
  let position = await readLogPosition(db);
  let reading: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let stopped = false;

  const readNewEvents = async () => {
    const begun = performance.now();
    for (;;) {
      const { rows, reached } = await readNext(db, cursor);
      if (reached.timeline !== position.timeline) {
        // Another database was promoted: events that only the former one had are gone, and their ids are given again.
        cursor = await openCursor(db);
        position = await readLogPosition(db);
        for (const listener of lostListeners) listener();
        break;
      }
      cursor.advance(
        rows.map(({ id }) => id),
        performance.now(),
      );
      // Before listeners are called: one that reads again needs a position at which the event's change can be seen.
      if (rows.length > 0) position = reached;
      for (const event of rows) for (const listener of eventListeners) call(listener, event, log);
      if (rows.length < pageSize) break;
    }
    lookedAt = begun;
  };

  /** One read at a time. A call during a read waits for the next one, which all calls of that time share. */
  const read = async (): Promise<void> => {
    if (stopped) return;
    if (reading) {
      next ??= reading.then(() => {
        next = null;
        return read();
      });
      return next;
    }
    reading = readNewEvents()
      .catch((error) => log.warn({ err: error }, 'events could not be read; trying again soon'))
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const listening = await keepListening(address, ['events', 'access'], {
    probeMs,
    answerMs,
    onConnected: onListening,
    onListening: read,
    onNotification(channel, payload) {
      if (channel === 'access' && payload) for (const listener of accessListeners) listener(payload);
      else read();
    },
    onLost() {
      for (const listener of lostListeners) listener();
    },
  });
  const timer = setInterval(read, pollMs).unref();

  return {
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onAccessChanged(listener) {
      accessListeners.add(listener);
      return () => accessListeners.delete(listener);
    },
    lookedAt: () => lookedAt,
    position: () => position,
    look: read,
    onLost(listener) {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listening.stop();
      await reading;
    },
  };
}

/** Logs the error of one listener: if it were thrown, every listener would get the same page of events again. */
function call(listener: (event: FollowedEvent) => void, event: FollowedEvent, log: Log): void {
  try {
    listener(event);
  } catch (error) {
    log.error({ err: error, kind: event.kind }, 'a listener failed on an event');
  }
}

/**
 * Reads the events that the cursor has not seen: newer ones, and older ones whose transactions were slower. Each by a
 * scan of its own, because a plan for `id > newest or id = any(gaps)` reads the index from its oldest id.
 */
async function readNext(
  db: Db,
  cursor: EventCursor,
): Promise<{ rows: FollowedEvent[]; reached: LogPosition }> {
  const { rows } = await sql<(FollowedEvent | { id: null }) & LogPosition>`
    with reached as materialized (select ${logPosition})
    select next.*, reached.lsn, reached.timeline from reached left join lateral (
      (select id, kind, audience, subject from events where id = any(${cursor.gaps(performance.now())}::bigint[]))
      union all
      (select id, kind, audience, subject from events where id > ${cursor.newest} order by id limit ${pageSize})
      order by id limit ${pageSize}) next on true
    order by id`.execute(db);
  const { lsn, timeline } = firstRow(rows);
  return {
    rows: rows.flatMap(({ lsn: _lsn, timeline: _timeline, ...event }) => (event.id === null ? [] : [event])),
    reached: { lsn, timeline },
  };
}

async function openCursor(db: Db): Promise<EventCursor> {
  const { newest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  const cursor = new EventCursor(newest, performance.now());
  // Events just before the start that are already visible are past: no listener gets them.
  const { rows: past } = await readNext(db, cursor);
  cursor.advance(
    past.map(({ id }) => id),
    performance.now(),
  );
  return cursor;
}
