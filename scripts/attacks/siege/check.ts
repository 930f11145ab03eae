import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../../../src/every-invariant.ts';
import type { Book } from './book.ts';
import type { Cast } from './cast.ts';
import { type Field, poolSize } from './field.ts';
import type { Held } from './orders.ts';
import type { Lost, Play } from './play.ts';
import { findBrokenPromises } from './promises.ts';
import { awaitDatabase, awaitQuiet, readFacts } from './read-facts.ts';
import { isReady, type Server } from './start-server.ts';

/** How long a server may take until it answers again, without a restart. */
const recoveryMs = 30_000;
/** A worker that died again and again is begun after a wait of up to half a minute. */
const workersMs = 75_000;

/** The embedded database is launched five times a minute at most, so it may stay away for a minute, and then starts. */
const databaseMs = 90_000;

/**
 * Descriptors beside those of database connections, and memory, that a process may hold more than at first. A server
 * that is warm was seen to hold up to 50 MB more of the machine, most of it outside of the heap, and no more after
 * that. One that was ended or killed under load on a slow machine held 150 MB more: hundreds of requests had waited at
 * once, and V8 and malloc keep the pages they had for them. A leak goes on growing, and outgrows this in a long siege.
 */
const mostMore = { descriptors: 8, heapBytes: 64 * 1024 * 1024, rssBytes: 256 * 1024 * 1024 };

const quietMs = 40_000;

const databaseIsAway = 'the database does not answer after the trouble was over';

/** The rows that these invariants find were inserted by scenes of the policy, not by a use case. */
const ofScenes = new Set([
  'once the roll is closed, each student who attended has the practice of the class, and no other',
  "a cup board's row count is the number of its rows",
  'exactly one cup board is live after the first import',
]);

/** Waits until every server, each of its workers and the database answer. */
export async function findLateRecovery({ servers, direct, patience }: Field): Promise<string[]> {
  if (!(await awaitDatabase(direct.db, databaseMs * patience))) return [databaseIsAway];
  const begun = Date.now();
  const late: string[] = [];
  for (const server of servers) {
    const limitMs = (server.workers > 0 ? workersMs : recoveryMs) * patience;
    while (!(await isReady(server))) {
      if (Date.now() < begun + limitMs) await sleep(100);
      else {
        late.push(`${server.name} does not answer ${limitMs / 1000} s after the trouble was over`);
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
  if (!(await awaitDatabase(db, databaseMs * field.patience))) return [databaseIsAway];
  const faults = (await awaitQuiet(db, quietMs * field.patience))
    ? []
    : [`a transaction is still open ${(quietMs * field.patience) / 1000} s after the trouble was over`];
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
 * Requests without an answer, of a server that had no reason to leave them. A long answer that is read from the
 * database piece by piece breaks off where the database `isAway`: its reader must see that, and asks again. The end of
 * a process is heard of later than that of its connections: on a busy machine, by `patience` times as much.
 */
export function findUnansweredRequests(lost: readonly Lost[], isAway: boolean, patience = 1): string[] {
  return lost.flatMap(({ server, what, sentAt, endedAt, isPart }) => {
    const { ended, toldToStopAt } = server;
    if (isPart && isAway) return [];
    if (wasWithWorker(server, endedAt, patience)) return [];
    if (!ended || endedAt < Math.min(ended.at, toldToStopAt ?? Infinity) - 500 * patience) {
      return [`${what}: cut off by a server that lives`];
    }
    // A server that was told to stop answers what it is doing.
    const isCut =
      toldToStopAt !== null && sentAt < toldToStopAt - 200 * patience && endedAt < toldToStopAt + 1400;
    return isCut ? [`${what}: cut off by a server that was told to stop, in the middle`] : [];
  });
}

/** Whether a request may have ended with a worker that was killed, of which the supervisor of the workers tells. */
function wasWithWorker({ killedAt }: Server, endedAt: number, patience: number): boolean {
  return killedAt.some((at) => endedAt > at - 2000 * patience && endedAt < at + 500 * patience);
}

/** What the processes hold that have nothing to do, by the names of their servers. */
export async function countHeld({ servers }: Pick<Field, 'servers'>): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (const server of servers) {
    for (const [nth, one] of (await server.count()).entries()) {
      held.set(nth === 0 ? server.name : `worker ${nth} of ${server.name}`, one);
    }
  }
  return held;
}

/** Has each process write what is on its heap, for Chromium's tools to open. Answers with the folder. */
export async function writeHeaps(field: Pick<Field, 'servers'>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-siege-heaps-'));
  for (const server of field.servers) server.order({ is: 'write-heap', folder });
  // A process counts once it has written.
  await countHeld(field);
  return folder;
}

export function mostHeld(held: readonly Held[]): Held {
  return {
    heapBytes: Math.max(...held.map(({ heapBytes }) => heapBytes)),
    rssBytes: Math.max(...held.map(({ rssBytes }) => rssBytes)),
    descriptors: Math.max(...held.map(({ descriptors }) => descriptors ?? 0)),
  };
}

export function findLeaks(first: Held, now: ReadonlyMap<string, Held>): string[] {
  return [...now].flatMap(([name, held]) => {
    const more = (held.descriptors ?? 0) - (first.descriptors ?? 0);
    const grown = (what: 'heapBytes' | 'rssBytes') => held[what] - first[what];
    const growthFault = (what: 'heapBytes' | 'rssBytes', word: string) =>
      grown(what) > mostMore[what]
        ? [`${name} holds ${Math.round(grown(what) / 1e6)} MB more ${word} than at first`]
        : [];
    return [
      ...(more > mostMore.descriptors + poolSize
        ? [`${name} holds ${more} more descriptors than at first`]
        : []),
      ...growthFault('heapBytes', 'on its heap'),
      ...growthFault('rssBytes', 'of the machine'),
    ];
  });
}

/** Looks again for a while: what a busy machine frees late is no leak. */
export async function findLastingLeaks(
  first: Held,
  count: () => Promise<ReadonlyMap<string, Held>>,
  pauseMs = 1000,
): Promise<string[]> {
  for (let look = 1; ; look++) {
    const leaks = findLeaks(first, await count());
    if (leaks.length === 0 || look === looks) return leaks;
    await sleep(pauseMs);
  }
}
const looks = 8;
