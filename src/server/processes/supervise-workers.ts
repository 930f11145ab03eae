import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { handOnConnections } from './hand-on-connections.ts';
import { judgeDeath } from './judge-death.ts';
import type { SupervisorMessage } from './worker-part.ts';

export type Workers = {
  /** Replaces every worker by a new one that serves already, one after another. False: a new one did not start. */
  replaceAll(): Promise<boolean>;
  /** Ends every worker in order. */
  stop(): Promise<void>;
};

type Slot = {
  number: number;
  /** The one that serves. */
  worker: Worker | null;
  /** While another one starts. */
  starting: Promise<unknown>;
  servingSince: number;
  strikes: number;
};

/** Longer than a worker that was replaced waits for what it still answers (`replacedMs`). */
const replacedLimitMs = 75_000;
/** What takes longer than this to start hangs. A start takes a minute on a busy machine. */
const usualStartLimitMs = 240_000;
/** For the first worker of a replacement, whose build may migrate the database; the old ones serve meanwhile. */
const usualMigratingLimitMs = 30 * 60_000;
/** For the workers of a server that stops: the database has to stop too. */
const lastLimitMs = 7000;

/**
 * Keeps `count` workers of this program on one port (`node:cluster`: this process takes connections and hands each to a
 * worker that is free, so that a connection that arrives while workers come and go waits instead of being refused). A
 * worker that ends is replaced, and so is one that hangs while it starts. The first is begun alone and must start,
 * because what it cannot do none can; it may take its time, because it migrates the database. So may the first of a
 * replacement.
 */
export async function superviseWorkers({
  count,
  log,
  environmentOf,
  giveUp,
  waitFactor = 1,
  startLimitMs = usualStartLimitMs,
  migratingLimitMs = usualMigratingLimitMs,
}: {
  count: number;
  log: Log;
  environmentOf: (number: number, isFirst: boolean) => Record<string, string>;
  /** Called when no worker is left and those that start keep dying. */
  giveUp: () => void;
  /** Shortens the waits, for a test. */
  waitFactor?: number;
  startLimitMs?: number;
  migratingLimitMs?: number;
}): Promise<Workers> {
  // The default on every platform but Windows, where one process would get most connections.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const slots = Array.from({ length: count }, (_, at): Slot => {
    return { number: at + 1, worker: null, starting: Promise.resolve(), servingSince: 0, strikes: 0 };
  });
  const stopping = new AbortController();
  let replacing: Promise<boolean> | null = null;

  const countServing = () => slots.filter(({ worker }) => worker !== null).length;
  const reportServing = () => {
    const message: SupervisorMessage = { is: 'serving', serving: countServing() };
    for (const { worker } of slots) if (worker?.isConnected()) worker.send(message, () => {});
  };

  /** Begins a worker and puts it into its slot once it serves. Kills it where that takes longer than `limitMs`. */
  async function begin(slot: Slot, limitMs: number | null, isFirst = false): Promise<void> {
    const worker = cluster.fork(environmentOf(slot.number, isFirst));
    handOnConnections(worker, () =>
      slots.some((other) => other.worker !== worker && other.worker?.isConnected()),
    );
    const ended = new Promise<[number, string]>((resolve) => worker.once('exit', (...how) => resolve(how)));
    const listening = new Promise<true>((resolve) => worker.once('listening', () => resolve(true)));
    worker.on('error', (error) => log.warn({ err: error, worker: slot.number }, 'a worker was not reached'));
    const kill = () => {
      log.error({ worker: slot.number, limitMs }, 'a worker that did not start in time is killed');
      worker.process.kill('SIGKILL');
    };
    const limit = limitMs === null ? undefined : setTimeout(kill, limitMs);
    const started = Promise.race([listening, ended.then(() => false)]).finally(() => clearTimeout(limit));
    slot.starting = started;
    // What it said stands in the output already.
    if (!(await started)) throw new OperatorError(`Process ${slot.number} of the server did not start.`);
    slot.worker = worker;
    slot.servingSince = performance.now();
    log.info({ worker: slot.number, pid: worker.process.pid }, 'a worker serves');
    reportServing();
    void ended.then(([code, signal]) => {
      if (slot.worker !== worker) return;
      slot.worker = null;
      reportServing();
      if (stopping.signal.aborted) return;
      log.error({ worker: slot.number, pid: worker.process.pid, code, signal }, 'a worker ended by itself');
      void refill(slot, performance.now() - slot.servingSince);
    });
  }

  async function refill(slot: Slot, served: number): Promise<void> {
    let servedMs = served;
    // A rolling restart may be filling the slot.
    await slot.starting;
    while (slot.worker === null && !stopping.signal.aborted) {
      const verdict = judgeDeath({ strikes: slot.strikes, servedMs });
      slot.strikes = verdict.strikes;
      if (verdict.isHopeless && countServing() === 0) return giveUp();
      await sleep(verdict.waitMs * waitFactor, undefined, { signal: stopping.signal }).catch(() => {});
      if (slot.worker !== null || stopping.signal.aborted) return;
      try {
        await begin(slot, startLimitMs);
        return;
      } catch (error) {
        servedMs = 0;
        log.error({ err: error, worker: slot.number }, 'a worker did not start');
      }
    }
  }

  async function replaceEach(): Promise<boolean> {
    log.info('every worker is replaced');
    let limitMs = migratingLimitMs;
    for (const slot of slots) {
      if (stopping.signal.aborted) return false;
      const old = slot.worker;
      // One that has died is being replaced already.
      if (!old) continue;
      try {
        await begin(slot, limitMs);
        limitMs = startLimitMs;
      } catch (error) {
        log.error({ err: error, worker: slot.number }, 'the new worker did not start: the others stay');
        return false;
      }
      await end(old, replacedLimitMs, () =>
        old.send({ is: 'replaced' } satisfies SupervisorMessage, () => {}),
      );
    }
    log.info('every worker was replaced');
    return true;
  }

  async function end(worker: Worker, limitMs: number, tell: () => void): Promise<void> {
    if (worker.isDead()) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    tell();
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), limitMs);
    await ended;
    clearTimeout(timer);
  }

  const [first, ...others] = slots;
  if (first) await begin(first, null, true);
  await Promise.all(others.map((slot) => begin(slot, startLimitMs).catch(() => void refill(slot, 0))));
  return {
    replaceAll() {
      replacing ??= replaceEach().finally(() => {
        replacing = null;
      });
      return replacing;
    },
    async stop() {
      stopping.abort();
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(all.map((worker) => end(worker, lastLimitMs, () => worker.process.kill('SIGTERM'))));
    },
  };
}
