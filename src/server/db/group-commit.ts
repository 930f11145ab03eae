import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Db } from './connect.ts';
import { errorCode } from './error-code.ts';

/** How requests of one kind are run. A request is one person's wish to write, such as a purchase. */
export type Batching<Request, Answer> = {
  /**
   * Does these requests one after another in one transaction and returns their answers in the same order. It returns
   * null for a request that it left undone because another transaction has locked its row: it never waits for a lock.
   */
  runBatch: (db: Db, requests: readonly Request[]) => Promise<readonly (Answer | null)[]>;
  /** Does one request in a transaction of its own, or in the one that `db` is, and waits for its locks. */
  runAlone: (db: Db, request: Request) => Promise<Answer>;
  /** Requests with the same key are done in the order in which they came. */
  keyOf: (request: Request) => string;
};

const mostInBatch = 64;
const mostWaiting = 1000;

/**
 * Group commit for a use case: requests that arrive while a transaction runs go together in the next one, so that
 * they share its statements and its commit. There is no timer: a request that finds no transaction under way starts
 * one at once. A request is answered after the commit of its transaction. A failing request fails alone: its batch
 * is rolled back and done again in halves, and the last one alone. When the connection is lost, the outcome is
 * unknown, so nothing is repeated and every request of the batch fails, as it would have failed alone.
 * @throws Refusal busy when a thousand requests are waiting
 */
export function groupCommit<Request, Answer>(
  batching: Batching<Request, Answer>,
): (db: Db, request: Request) => Promise<Answer> {
  const queues = new WeakMap<Db, (request: Request) => Promise<Answer>>();
  return (db, request) => {
    if (db.isTransaction) return batching.runAlone(db, request);
    const enqueue = queues.get(db) ?? createQueue(db, batching);
    queues.set(db, enqueue);
    return enqueue(request);
  };
}

type Entry<Request, Answer> = {
  request: Request;
  key: string;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

function createQueue<Request, Answer>(db: Db, { runBatch, runAlone, keyOf }: Batching<Request, Answer>) {
  let waiting: Entry<Request, Answer>[] = [];
  /** For each key with requests that run alone, the end of the last one. */
  const lastAlone = new Map<string, Promise<void>>();
  let isRunning = false;

  function startNext(): void {
    if (isRunning) return;
    const batch: Entry<Request, Answer>[] = [];
    const later: Entry<Request, Answer>[] = [];
    for (const entry of waiting) {
      const goes = batch.length < mostInBatch && !lastAlone.has(entry.key);
      (goes ? batch : later).push(entry);
    }
    waiting = later;
    if (batch.length === 0) return;
    isRunning = true;
    settleBatch(batch).finally(() => {
      isRunning = false;
      startNext();
    });
  }

  async function settleBatch(batch: readonly Entry<Request, Answer>[]): Promise<void> {
    try {
      const answers = await runBatch(
        db,
        batch.map(({ request }) => request),
      );
      batch.forEach((entry, at) => {
        const answer = answers[at];
        if (answer === null || answer === undefined) settleAlone(entry);
        else entry.resolve(answer);
      });
    } catch (error) {
      if (!wasRolledBack(error)) {
        for (const entry of batch) entry.reject(error);
      } else if (batch.length === 1) {
        for (const entry of batch) settleAlone(entry);
      } else {
        const half = Math.ceil(batch.length / 2);
        await settleBatch(batch.slice(0, half));
        await settleBatch(batch.slice(half));
      }
    }
  }

  /** The queue does not await it: a row that stays locked holds up the requests with its key alone. */
  function settleAlone({ request, key, resolve, reject }: Entry<Request, Answer>): void {
    const end = (lastAlone.get(key) ?? Promise.resolve())
      .then(() => runAlone(db, request))
      .then(resolve, reject)
      .then(() => {
        if (lastAlone.get(key) !== end) return;
        lastAlone.delete(key);
        startNext();
      });
    lastAlone.set(key, end);
  }

  return (request: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new Refusal(commonRefusals.busy));
      waiting.push({ request, key: keyOf(request), resolve, reject });
      startNext();
    });
}

/** PostgreSQL's classes of errors that say that the connection or the server is going away. */
const outcomeUnknown = /^(08|57|58)/;

/** Whether PostgreSQL itself has said that the transaction changed nothing. */
function wasRolledBack(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && !outcomeUnknown.test(code);
}
