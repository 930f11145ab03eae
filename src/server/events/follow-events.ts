import { sql } from 'kysely';
import { connectAlone, type Db, type DbAddress } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { EventCursor } from './event-cursor.ts';

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
  /** Calls `listener` when the connection is lost: until it is back, events of other processes arrive late. */
  onLost(listener: () => void): () => void;
  stop(): Promise<void>;
};

/** The table is also polled, in case a NOTIFY was lost with its process. */
const pollMs = 5000;
const reconnectAfterMs = 500;
const pageSize = 1000;

/**
 * Follows the events table from now on, over one LISTEN connection per process. A notification only starts a read
 * of the table, so each process receives each event exactly once, soon after its commit, even when the connection
 * was lost for a while.
 */
export async function followEvents(db: Db, address: DbAddress, log: Log): Promise<Follower> {
  const eventListeners = new Set<(event: FollowedEvent) => void>();
  const lostListeners = new Set<() => void>();
  const accessListeners = new Set<(userId: string) => void>();
  const cursor = await openCursor(db);
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let stopped = false;

  const readNewEvents = async () => {
    for (;;) {
      const rows = await readNext(db, cursor);
      cursor.advance(
        rows.map(({ id }) => id),
        Date.now(),
      );
      for (const event of rows) for (const listener of eventListeners) call(listener, event, log);
      if (rows.length < pageSize) return;
    }
  };

  const read = () => {
    if (stopped) return;
    if (reading) {
      readAgain = true;
      return;
    }
    reading = readNewEvents()
      .catch((error) => log.warn({ err: error }, 'events could not be read; trying again soon'))
      .finally(() => {
        reading = null;
        if (readAgain) {
          readAgain = false;
          read();
        }
      });
  };

  let client = connectAlone(address);
  let retry: NodeJS.Timeout | undefined;
  // A failing connection reports twice, by its rejected promise and by its end event: one timer serves both.
  const reconnectSoon = () => {
    if (stopped) return;
    retry ??= setTimeout(() => {
      retry = undefined;
      relisten();
    }, reconnectAfterMs).unref();
  };
  const listen = async () => {
    const mine = client;
    mine.on('notification', ({ channel, payload }) => {
      if (channel === 'access' && payload) for (const listener of accessListeners) listener(payload);
      else read();
    });
    mine.on('end', () => {
      if (stopped || mine !== client) return;
      for (const listener of lostListeners) listener();
      reconnectSoon();
    });
    await mine.connect();
    await mine.query('listen events');
    await mine.query('listen access');
    read();
  };
  const relisten = () => {
    client = connectAlone(address);
    const mine = client;
    listen().catch(() => {
      mine.end().catch(() => {});
      reconnectSoon();
    });
  };
  await listen();
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
    onLost(listener) {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(retry);
      await client.end().catch(() => {});
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

/** Reads the events that the cursor has not seen: newer ones, and older ones whose transactions were slower. */
async function readNext(db: Db, cursor: EventCursor): Promise<FollowedEvent[]> {
  const { rows } = await sql<FollowedEvent>`
    select id, kind, audience, subject from events
    where id > ${cursor.newest} or id = any(${cursor.gaps(Date.now())}::bigint[])
    order by id limit ${pageSize}`.execute(db);
  return rows;
}

async function openCursor(db: Db): Promise<EventCursor> {
  const { newest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  const cursor = new EventCursor(newest, Date.now());
  // Events just before the start that are already visible are past: no listener gets them.
  const past = await readNext(db, cursor);
  cursor.advance(
    past.map(({ id }) => id),
    Date.now(),
  );
  return cursor;
}
