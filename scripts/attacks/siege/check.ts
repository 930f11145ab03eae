import { setTimeout as sleep } from 'node:timers/promises';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../../invariants.ts';
import type { Book } from './book.ts';
import type { Cast } from './cast.ts';
import { type Field, poolSize } from './field.ts';
import type { Lost, Play } from './play.ts';
import { awaitDatabase, awaitQuiet, findBrokenPromises, readFacts } from './read-facts.ts';
import { type Held, isReady } from './start-server.ts';

/** How long a server may take until it answers again, without a restart. */
const recoveryMs = 30_000;

/** The embedded database is launched five times a minute at most, so it may stay away for a minute, and then starts. */
const databaseMs = 90_000;

/** Descriptors beside those of database connections, and memory, that a server may hold more than at first. */
const mostMore = { descriptors: 8, heapBytes: 64 * 1024 * 1024 };

const databaseIsAway = `the database does not answer ${databaseMs / 1000} s after the trouble was over`;

/** The rows that these invariants find were inserted by scenes of the policy, not by a use case. */
const ofScenes = new Set([
  'once the roll is closed, each student who attended has the practice of the class, and no other',
  "a cup board's row count is the number of its rows",
  'exactly one cup board is live after the first import',
]);

/** Waits until every server and the database answer. */
export async function findLateRecovery({ servers, direct }: Field): Promise<string[]> {
  if (!(await awaitDatabase(direct.db, databaseMs))) return [databaseIsAway];
  const deadline = Date.now() + recoveryMs;
  const late: string[] = [];
  for (const server of servers) {
    while (!(await isReady(server))) {
      if (Date.now() < deadline) await sleep(100);
      else {
        late.push(`${server.name} does not answer ${recoveryMs / 1000} s after the trouble was over`);
        break;
      }
    }
  }
  return late;
}

/** Compares the database with the book, its invariants and what the use cases promise. */
export async function checkData(field: Field, cast: Cast, book: Book, play: Play): Promise<string[]> {
  const { db } = field.direct;
  // It may end once more between the recovery and this: a connection that was killed takes all of them with it.
  if (!(await awaitDatabase(db, databaseMs))) return [databaseIsAway];
  const faults = (await awaitQuiet(db))
    ? []
    : ['a transaction is still open 40 s after the trouble was over'];
  faults.push(...book.settle(await readFacts(db), play.halves, mayBecome));
  const ofCast = (rows: unknown[]) =>
    rows.filter(
      (row) =>
        cast.begunClasses.some(({ id }) => JSON.stringify(row).includes(id)) ||
        // A scene may insert a board that was put away before any was live, and none that is live beside another.
        (row as { live?: number }).live === 2,
    );
  for (const { name, rows } of await findBroken(db, everyInvariant)) {
    const found = ofScenes.has(name) ? ofCast(rows) : rows;
    if (found.length > 0) faults.push(`not so: ${name}: ${JSON.stringify(found.slice(0, 3))}`);
  }
  return [...faults, ...(await findBrokenPromises(db))];
}

/**
 * The server offers a seat by itself to who waits, also while they stop waiting, and takes it back in time, also when a
 * clock leaps.
 */
function mayBecome(key: string, from: string | null, to: string | null): boolean {
  if (!key.startsWith('place ') || from === 'seat') return false;
  return to === 'offered' || (to === null && from !== null);
}

/**
 * Requests without an answer, of a server that had no reason to leave them. A long answer that is read from the database
 * piece by piece breaks off where the database `isAway`: its reader must see that, and asks again.
 */
export function findUnansweredRequests(lost: readonly Lost[], isAway: boolean): string[] {
  return lost.flatMap(({ server, what, sentAt, endedAt, isPart }) => {
    const { ended, toldToStopAt } = server;
    if (isPart && isAway) return [];
    if (!ended || endedAt < Math.min(ended.at, toldToStopAt ?? Infinity) - 500) {
      return [`${what}: cut off by a server that lives`];
    }
    // A server that was told to stop answers what it is doing.
    const isCut = toldToStopAt !== null && sentAt < toldToStopAt - 200 && endedAt < toldToStopAt + 1400;
    return isCut ? [`${what}: cut off by a server that was told to stop, in the middle`] : [];
  });
}

/** What the servers hold that have nothing to do. */
export async function countHeld({ servers }: Field): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (const server of servers) held.set(server.name, await server.count());
  return held;
}

export function findLeaks(first: Held, now: ReadonlyMap<string, Held>): string[] {
  return [...now].flatMap(([name, { descriptors, heapBytes }]) => {
    const more = (descriptors ?? 0) - (first.descriptors ?? 0);
    const grown = heapBytes - first.heapBytes;
    return [
      ...(more > mostMore.descriptors + poolSize
        ? [`${name} holds ${more} more descriptors than at first`]
        : []),
      ...(grown > mostMore.heapBytes
        ? [`${name} holds ${Math.round(grown / 1e6)} MB more than at first`]
        : []),
    ];
  });
}
