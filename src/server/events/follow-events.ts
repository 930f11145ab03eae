import { sql } from 'kysely';
import { connectAlone, type Db, type DbAddress } from '../db/connect.ts';
import type { Log } from '../log.ts';

export type FollowedEvent = {
  id: number;
  kind: string;
  audience: string[] | null;
  subject: string | null;
};

export type Follower = {
  /** Calls `hear` with each event after it committed; answers how to stop. */
  onEvent(hear: (event: FollowedEvent) => void): () => void;
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
 * always read from the table, so an event is heard exactly once by each process, in commit order, also
 * after the connection was lost for a while.
 */
export async function followEvents(db: Db, address: DbAddress, log: Log): Promise<Follower> {
  const hearers = new Set<(event: FollowedEvent) => void>();
  const lostHearers = new Set<() => void>();
  let cursor = await newestCommitted(db);
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let stopped = false;

  const readNews = async () => {
    for (;;) {
      const rows = await readAfter(db, cursor);
      for (const event of rows) for (const hear of hearers) hear(event);
      const last = rows.at(-1);
      if (last) cursor = { xid: last.xid, id: last.id };
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
  const listen = async () => {
    client.on('notification', look);
    client.on('end', () => {
      if (stopped) return;
      for (const hear of lostHearers) hear();
      setTimeout(relisten, reconnectAfter).unref();
    });
    await client.connect();
    await client.query('listen events');
    look();
  };
  const relisten = () => {
    if (stopped) return;
    client = connectAlone(address);
    listen().catch(() => setTimeout(relisten, reconnectAfter).unref());
  };
  await listen();
  const timer = setInterval(look, lookEvery).unref();

  return {
    onEvent(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    onLost(hear) {
      lostHearers.add(hear);
      return () => lostHearers.delete(hear);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await client.end().catch(() => {});
      await reading;
    },
  };
}

type Cursor = { xid: string; id: number };

/** Events of transactions that had all ended when we looked; a later one never sorts before these. */
async function readAfter(db: Db, { xid, id }: Cursor): Promise<(FollowedEvent & { xid: string })[]> {
  const { rows } = await sql<FollowedEvent & { xid: string }>`
    select id, xid::text as xid, kind, audience, subject from events
    where (xid, id) > (${xid}::xid8, ${id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${pageSize}`.execute(db);
  return rows;
}

async function newestCommitted(db: Db): Promise<Cursor> {
  const { rows } = await sql<{
    xid: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  // Everything below this snapshot is the past; the first event to come has this xid or a later one.
  return { xid: rows[0]?.xid ?? '0', id: 0 };
}
