import { sql } from 'kysely';
import { connectAlone, type Db, type DbAddress } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { Bookmark } from './bookmark.ts';

export type FollowedEvent = {
  id: number;
  kind: string;
  audience: string[] | null;
  subject: string | null;
};

export type Follower = {
  /** Calls `hear` with each event after it committed; answers how to stop. */
  onEvent(hear: (event: FollowedEvent) => void): () => void;
  /** Calls `hear` with whose rights changed, as that commits: it does not wait for the table to be read. */
  onAccessChanged(hear: (userId: string) => void): () => void;
  /** Calls `hear` when the connection is lost: until it is back, news of others' changes is late. */
  onLost(hear: () => void): () => void;
  stop(): Promise<void>;
};

/** How often to look without being woken, in case a NOTIFY was lost with its process. */
const lookEvery = 5000;
const reconnectAfter = 500;
const pageSize = 1000;

/**
 * Follows the events table from now on. One LISTEN connection per process wakes it; what happened is
 * always read from the table, so an event is heard exactly once by each process, soon after it commits, also
 * after the connection was lost for a while.
 */
export async function followEvents(db: Db, address: DbAddress, log: Log): Promise<Follower> {
  const hearers = new Set<(event: FollowedEvent) => void>();
  const lostHearers = new Set<() => void>();
  const accessHearers = new Set<(userId: string) => void>();
  const bookmark = await openBookmark(db);
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let stopped = false;

  const readNews = async () => {
    for (;;) {
      const rows = await readNext(db, bookmark);
      bookmark.turn(
        rows.map(({ id }) => id),
        Date.now(),
      );
      for (const event of rows) for (const hear of hearers) tell(hear, event, log);
      if (rows.length < pageSize) return;
    }
  };

  const look = () => {
    if (stopped) return;
    if (reading) {
      readAgain = true;
      return;
    }
    reading = readNews()
      .catch((error) => log.warn({ err: error }, 'events could not be read; trying again soon'))
      .finally(() => {
        reading = null;
        if (readAgain) {
          readAgain = false;
          look();
        }
      });
  };

  let client = connectAlone(address);
  let retry: NodeJS.Timeout | undefined;
  // A connection that fails says so twice, by its promise and by its end: one timer answers both.
  const retrySoon = () => {
    if (stopped) return;
    retry ??= setTimeout(() => {
      retry = undefined;
      relisten();
    }, reconnectAfter).unref();
  };
  const listen = async () => {
    const mine = client;
    mine.on('notification', ({ channel, payload }) => {
      if (channel === 'access' && payload) for (const hear of accessHearers) hear(payload);
      else look();
    });
    mine.on('end', () => {
      if (stopped || mine !== client) return;
      for (const hear of lostHearers) hear();
      retrySoon();
    });
    await mine.connect();
    await mine.query('listen events');
    await mine.query('listen access');
    look();
  };
  const relisten = () => {
    client = connectAlone(address);
    const mine = client;
    listen().catch(() => {
      mine.end().catch(() => {});
      retrySoon();
    });
  };
  await listen();
  const timer = setInterval(look, lookEvery).unref();

  return {
    onEvent(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    onAccessChanged(hear) {
      accessHearers.add(hear);
      return () => accessHearers.delete(hear);
    },
    onLost(hear) {
      lostHearers.add(hear);
      return () => lostHearers.delete(hear);
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

/** One hearer's fault is not the others': they would all hear the same page again and again. */
function tell(hear: (event: FollowedEvent) => void, event: FollowedEvent, log: Log): void {
  try {
    hear(event);
  } catch (error) {
    log.error({ err: error, kind: event.kind }, 'an event could not be told');
  }
}

/** What the bookmark has not seen: newer events, and older ones whose transactions were slower. */
async function readNext(db: Db, bookmark: Bookmark): Promise<FollowedEvent[]> {
  const { rows } = await sql<FollowedEvent>`
    select id, kind, audience, subject from events
    where id > ${bookmark.newest} or id = any(${bookmark.missing(Date.now())}::bigint[])
    order by id limit ${pageSize}`.execute(db);
  return rows;
}

async function openBookmark(db: Db): Promise<Bookmark> {
  const { newest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  const bookmark = new Bookmark(newest, Date.now());
  // Those of the last ones that are there already are the past: read, and told to nobody.
  const past = await readNext(db, bookmark);
  bookmark.turn(
    past.map(({ id }) => id),
    Date.now(),
  );
  return bookmark;
}
