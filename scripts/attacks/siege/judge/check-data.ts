import { setTimeout as sleep } from 'node:timers/promises';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../../../../src/every-invariant.ts';
import type { Book } from '../load/book.ts';
import type { Fixtures } from '../load/fixtures.ts';
import type { LoadRequests } from '../load/load-requests.ts';
import { isReady } from '../servers/start-server.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';
import { findBrokenLoadInvariants } from './load-invariants.ts';
import { awaitDatabase, awaitQuiet, readFacts } from './read-facts.ts';

/** How long a server may take until it answers again, without a restart. */
const recoveryMs = 30_000;
/** A worker that died again and again is begun after a wait of up to half a minute. */
const workersMs = 75_000;

/** The embedded database is launched five times a minute at most, so it may stay away for a minute, and then starts. */
const databaseMs = 90_000;

const quietMs = 40_000;

const databaseIsAway = 'the database does not answer after the fault was over';

/** The rows that these invariants find were inserted for calls of the policy, not by a use case. */
const withPolicyRows = new Set([
  'once the roll is closed, each student who attended has the practice of the class, and no other',
  "a cup board's row count is the number of its rows",
  'exactly one cup board is live after the first import',
]);

/** Waits until every server, each of its workers and the database answer. */
export async function findLateRecovery({ servers, direct, patience }: SystemUnderTest): Promise<string[]> {
  if (!(await awaitDatabase(direct.db, databaseMs * patience))) return [databaseIsAway];
  const begun = Date.now();
  const late: string[] = [];
  for (const server of servers) {
    const limitMs = (server.workers > 0 ? workersMs : recoveryMs) * patience;
    while (!(await isReady(server))) {
      if (Date.now() < begun + limitMs) await sleep(100);
      else {
        late.push(`${server.name} does not answer ${limitMs / 1000} s after the fault was over`);
        break;
      }
    }
  }
  return late;
}

/** Compares the database with the book, its invariants and those of the load. */
export async function checkData(
  system: SystemUnderTest,
  fixtures: Fixtures,
  book: Book,
  { unanswered }: LoadRequests,
): Promise<string[]> {
  const { db } = system.direct;
  // It may end once more between the recovery and this: a connection that was killed takes all of them with it.
  if (!(await awaitDatabase(db, databaseMs * system.patience))) return [databaseIsAway];
  const violations = (await awaitQuiet(db, quietMs * system.patience))
    ? []
    : [`a transaction is still open ${(quietMs * system.patience) / 1000} s after the fault was over`];
  violations.push(...book.settle(await readFacts(db), unanswered, mayBecome));
  const ofFixtures = (rows: unknown[]) =>
    rows.filter(
      (row) =>
        fixtures.begunClasses.some(({ id }) => JSON.stringify(row).includes(id)) ||
        // A call of the policy may insert a board that was put away before any was live, and none that is live beside
        // another.
        (row as { live?: number }).live === 2,
    );
  for (const { name, rows } of await findBroken(db, everyInvariant)) {
    const found = withPolicyRows.has(name) ? ofFixtures(rows) : rows;
    if (found.length > 0) violations.push(`not so: ${name}: ${JSON.stringify(found.slice(0, 3))}`);
  }
  return [...violations, ...(await findBrokenLoadInvariants(db))];
}

/**
 * The server offers a seat by itself to a student who waits, also while they stop waiting, and takes it back in time,
 * also when a clock is skewed.
 */
function mayBecome(key: string, from: string | null, to: string | null): boolean {
  if (!key.startsWith('place ') || from === 'seat') return false;
  return to === 'offered' || (to === null && from !== null);
}
