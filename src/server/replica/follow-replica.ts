import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#shared/refusal.ts';
import { type Connection, connect, type Db } from '../db/connect.ts';
import { type DbHost, hostsOf, nameOfHost, withHost } from '../db/database-hosts.ts';
import type { LogPosition } from '../db/log-position.ts';
import type { Log } from '../log.ts';
import { checkReplica, type DatabaseIdentity, type ReplicaStanding, readIdentity } from './check-replica.ts';

export type Replica = {
  /**
   * Runs `act` on the replica once it has replayed everything up to `position`. Null where that takes too long or the
   * replica may not be read; the caller then reads from the primary. `act` must only read, because it may run twice.
   */
  read<T>(position: LogPosition, act: (db: Db) => Promise<T>): Promise<{ value: T } | null>;
  standing(): ReplicaStanding;
  /** How many reads it answered, and how many it left to the primary. */
  counts(): { replica: number; primary: number };
  stop(): Promise<void>;
};

type Place = { host: DbHost; connection: Connection };
type Look = { place: Place; to: ReplicaStanding; error?: unknown };

/**
 * The host whose standing comes first here is read, or where none follows its standing is reported. `primary` is last,
 * because one of the hosts mostly is.
 */
const tellingFirst: readonly ReplicaStanding[] = ['follows', 'behind', 'stranger', 'away', 'primary'];

/**
 * Reads on a standby of the database, whichever of the hosts of `url` is one. Each read asks first, over its own
 * connection, whether the standby has replayed what it must see, and waits `waitMs` for that. After a failed read the
 * replica is left alone. It is checked every `lookEveryMs` and used again once a check succeeds: a replica that is away
 * or behind delays one read and no other.
 */
export function followReplica(
  url: string,
  {
    primary,
    position: newest,
    log,
    poolSize = 4,
    waitMs = 100,
    answerMs = 1000,
    lookEveryMs = 500,
  }: {
    primary: Db;
    /** What a replica must have replayed for a check to succeed. */
    position: () => LogPosition;
    log: Log;
    poolSize?: number;
    waitMs?: number;
    answerMs?: number;
    lookEveryMs?: number;
  },
): Replica {
  const places = (hostsOf(url) ?? []).map((host): Place => {
    // A standby refuses writes by itself; one that was just promoted would not.
    const limits = { poolSize, waitMs: answerMs, answerMs, readOnly: true };
    return { host, connection: connect({ url: withHost(url, host) }, limits) };
  });
  const counts = { replica: 0, primary: 0 };
  let standing: ReplicaStanding = 'away';
  let lastLogged: ReplicaStanding | null = null;
  /** The place that is read; null while none may be. */
  let current: Place | null = null;
  let expected: DatabaseIdentity | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function catchUp(db: Db, position: LogPosition): Promise<ReplicaStanding> {
    expected ??= await readIdentity(primary);
    const until = performance.now() + waitMs;
    for (;;) {
      const found = await checkReplica(db, position, expected);
      if (found.standing !== 'behind' || performance.now() > until) return found.standing;
      await wait(2);
    }
  }

  function setStanding(to: ReplicaStanding, place: Place): void {
    standing = to;
    current = to === 'follows' ? place : null;
  }

  async function look(): Promise<void> {
    const found: Look[] = [];
    const first = current;
    for (const place of [...(first ? [first] : []), ...places.filter((it) => it !== first)]) {
      const look = await lookAt(place);
      found.push(look);
      if (look.to === 'follows') break;
    }
    const [best] = found.sort((a, b) => tellingFirst.indexOf(a.to) - tellingFirst.indexOf(b.to));
    if (!best || stopped) return;
    setStanding(best.to, best.place);
    logChange(best);
  }

  const lookAt = (place: Place): Promise<Look> =>
    place.connection.db
      .connection()
      .execute(async (db): Promise<Look> => ({ place, to: await catchUp(db, newest()) }))
      .catch((error) => ({ place, to: 'away', error }));

  /**
   * Logs a standing that the last look did not find. Reads log none: a read may come a moment before its position is
   * replayed, again and again.
   */
  function logChange({ to, place, error }: Look): void {
    if (to === lastLogged) return;
    lastLogged = to;
    const host = nameOfHost(place.host);
    if (to === 'follows') log.info({ host }, 'the replica follows: shared pages are read there');
    else log.warn({ host, standing: to, err: error }, 'the replica is not read now: the primary is');
  }

  let looking: Promise<void>;
  const lookAgain = () => {
    looking = look().then(() => {
      if (!stopped) timer = setTimeout(lookAgain, lookEveryMs).unref();
    });
  };
  lookAgain();

  async function tryPlace<T>(place: Place, position: LogPosition, act: (db: Db) => Promise<T>) {
    try {
      // One connection for the question and for what is read: behind one address may be several machines.
      return await place.connection.db.connection().execute(async (db) => {
        const to = await catchUp(db, position);
        if (to === 'follows') return { value: await act(db) };
        setStanding(to, place);
        return null;
      });
    } catch (error) {
      // A refusal is an answer. Whatever else went wrong there, the primary has the last word.
      if (error instanceof Refusal) throw error;
      setStanding('away', place);
      log.debug({ err: error }, 'a read on the replica did not succeed');
      return null;
    }
  }

  return {
    async read(position, act) {
      const answer = current && (await tryPlace(current, position, act));
      counts[answer ? 'replica' : 'primary']++;
      return answer;
    },
    standing: () => standing,
    counts: () => ({ ...counts }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(places.map(({ connection }) => connection.close()));
    },
  };
}
