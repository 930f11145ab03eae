import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** What one process has counted and measures now. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The figures of each process of a server, those that ended together, and of how many processes that answered. */
export type Whole = { figures: Figures[]; processes: number };

type ToSupervisor = { is: 'want-figures'; ask: number } | { is: 'figures'; round: number; figures: Figures };
type ToWorker = { is: 'read-figures'; round: number } | { is: 'all-figures'; ask: number; whole: Whole };

/** A worker that answers later, because it starts or is busy, counts with what it said last. */
const timeoutMs = 1000;

/**
 * In the process that keeps workers: gathers the figures of all of them for the one that is asked. What a worker had
 * counted stays when it has ended, so that no sum falls because a process was replaced.
 */
export function collectFigures(): void {
  const lastOf = new Map<number, Figures>();
  const rounds = new Map<number, (worker: number) => void>();
  let ended: Promise<Figures> = Promise.resolve([]);
  let round = 0;

  async function collect(): Promise<Whole> {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const silent = new Set(asked.flatMap((worker) => worker?.id ?? []));
    const number = ++round;
    const answered = new Promise<void>((resolve) => {
      rounds.set(number, (worker) => {
        silent.delete(worker);
        if (silent.size === 0) resolve();
      });
    });
    for (const worker of asked) {
      worker?.send({ is: 'read-figures', round: number } satisfies ToWorker, () => {});
    }
    await Promise.race([answered, sleep(timeoutMs)]);
    rounds.delete(number);
    return { figures: [await ended, ...lastOf.values()], processes: asked.length - silent.size };
  }

  cluster.on('message', (worker, message: ToSupervisor) => {
    if (message?.is === 'figures') {
      lastOf.set(worker.id, message.figures);
      rounds.get(message.round)?.(worker.id);
    }
    if (message?.is !== 'want-figures') return;
    const { ask } = message;
    void collect().then((whole) => {
      if (worker.isConnected()) worker.send({ is: 'all-figures', ask, whole } satisfies ToWorker, () => {});
    });
  });
  cluster.on('exit', (worker) => {
    const counted = (lastOf.get(worker.id) ?? []).filter(isCounted);
    lastOf.delete(worker.id);
    ended = ended.then((before) => AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON());
  });
}

/** In a worker: tells its figures when the supervisor asks, and answers how to learn those of all. */
export function shareFigures(read: () => Promise<Figures>): () => Promise<Whole> {
  const waiting = new Map<number, (whole: Whole) => void>();
  let ask = 0;
  const sendToPrimary = (message: ToSupervisor) => void (process.connected && process.send?.(message));
  process.on('message', (message: ToWorker) => {
    if (message?.is === 'read-figures') {
      const { round } = message;
      void read().then((figures) => sendToPrimary({ is: 'figures', round, figures }));
    }
    if (message?.is === 'all-figures') waiting.get(message.ask)?.(message.whole);
  });
  return async () => {
    const number = ++ask;
    const answered = new Promise<Whole>((resolve) => waiting.set(number, resolve));
    sendToPrimary({ is: 'want-figures', ask: number });
    const whole = await Promise.race([answered, sleep(2 * timeoutMs, null)]);
    waiting.delete(number);
    // Without its supervisor a worker has itself alone.
    return whole ?? { figures: [await read()], processes: 1 };
  };
}

/** A gauge is of one moment, which a process that ended no longer has. At run time the types are words. */
const isCounted = ({ type }: Figures[number]) => String(type) !== 'gauge';
