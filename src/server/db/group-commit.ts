import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Db } from './connect.ts';
import { errorCode } from './error-code.ts';

/** How asks of one kind are run. An ask is one person's wish to write, such as a purchase. */
export type Batching<Ask, Answer> = {
  /**
   * Does these asks one after another in one transaction and returns their answers in the same order. It returns null
   * for an ask that it left undone because another transaction has locked its row: it never waits for a lock.
   */
  runBatch: (db: Db, asks: readonly Ask[]) => Promise<readonly (Answer | null)[]>;
  /** Does one ask in a transaction of its own, or in the one that `db` is, and waits for its locks. */
  runAlone: (db: Db, ask: Ask) => Promise<Answer>;
  /** Asks with the same key are done in the order in which they came. */
  keyOf: (ask: Ask) => string;
};

const mostInBatch = 64;
const mostWaiting = 1000;

/**
 * Group commit for a use case: asks that arrive while a transaction runs go together in the next one, so that they
 * share its statements and its commit. There is no timer: an ask that finds no transaction under way starts one at
 * once. An ask is answered after the commit of its transaction. A failing ask fails alone: its batch is rolled back
 * and done again in halves, and the last one alone. When the connection is lost, the outcome is unknown, so nothing
 * is repeated and every ask of the batch fails, as it would have failed alone.
 * @throws Refusal busy when a thousand asks are waiting
 */
export function groupCommit<Ask, Answer>(
  batching: Batching<Ask, Answer>,
): (db: Db, ask: Ask) => Promise<Answer> {
  const queues = new WeakMap<Db, (ask: Ask) => Promise<Answer>>();
  return (db, ask) => {
    if (db.isTransaction) return batching.runAlone(db, ask);
    const enqueue = queues.get(db) ?? createQueue(db, batching);
    queues.set(db, enqueue);
    return enqueue(ask);
  };
}

type Entry<Ask, Answer> = {
  ask: Ask;
  key: string;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

function createQueue<Ask, Answer>(db: Db, { runBatch, runAlone, keyOf }: Batching<Ask, Answer>) {
  let waiting: Entry<Ask, Answer>[] = [];
  /** For each key with asks that run alone, the end of the last one. */
  const lastAlone = new Map<string, Promise<void>>();
  let isRunning = false;

  function startNext(): void {
    if (isRunning) return;
    const batch: Entry<Ask, Answer>[] = [];
    const later: Entry<Ask, Answer>[] = [];
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

  async function settleBatch(batch: readonly Entry<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await runBatch(
        db,
        batch.map(({ ask }) => ask),
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

  /** The queue does not await it: a row that stays locked holds up the asks with its key alone. */
  function settleAlone({ ask, key, resolve, reject }: Entry<Ask, Answer>): void {
    const end = (lastAlone.get(key) ?? Promise.resolve())
      .then(() => runAlone(db, ask))
      .then(resolve, reject)
      .then(() => {
        if (lastAlone.get(key) !== end) return;
        lastAlone.delete(key);
        startNext();
      });
    lastAlone.set(key, end);
  }

  return (ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new Refusal(commonRefusals.busy));
      waiting.push({ ask, key: keyOf(ask), resolve, reject });
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
