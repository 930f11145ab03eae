import cluster from 'node:cluster';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Db } from '../db/connect.ts';
import type { Api } from '../http/api.ts';
import { clientAddress } from '../http/client-address.ts';
import { networkOf } from '../http/network-of.ts';
import { countDueWork } from '../jobs/find-stuck.ts';
import type { Log } from '../log.ts';
import { noteSecurity, securityCounts } from '../note-security.ts';
import type { Streams } from '../realtime/streams.ts';
import type { Replica } from '../replica/follow-replica.ts';
import { shareFigures, type Whole } from './figures-of-workers.ts';

export type MetricsParts = {
  /** What a reader has to send as its bearer token; null hides the address. */
  token: string | null;
  /** What this process counts and measures. */
  registry: Registry;
  streams: Streams;
  db: Db;
  pool: Pool;
  /** Null where reads go nowhere else. */
  replica: Replica | null;
  log: Log;
  clock: () => Date;
  trustProxy: boolean;
};

/**
 * `GET /metrics`, for a program of the operator that watches this server, whichever of its processes answers. Without
 * the token it is an address like any that does not exist.
 */
export function metricsRoutes(parts: MetricsParts) {
  const { token, registry, log, trustProxy } = parts;
  if (token !== null) measureProcess(parts);
  const readOwn = () => registry.getMetricsAsJSON();
  const readWhole = cluster.isWorker
    ? shareFigures(readOwn)
    : async (): Promise<Whole> => ({ figures: [await readOwn()], processes: 1 });
  return (api: Api): void => {
    api.get('/metrics', async (c) => {
      const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
      if (token === null || given === undefined) return c.notFound();
      if (!isSame(given, token)) {
        const network = networkOf(clientAddress(c, trustProxy));
        noteSecurity(log, 'bad-token', { network }, 'a wrong token of /metrics');
        return c.notFound();
      }
      c.header('Cache-Control', 'no-store');
      const [{ figures, processes }, ofCommunity] = await Promise.all([readWhole(), readCommunity(parts)]);
      gauge(ofCommunity, 'sumi_processes', 'Processes of this server that answered.').set(processes);
      const whole = Registry.merge([AggregatorRegistry.aggregate(figures), ofCommunity]);
      return c.text(await whole.metrics(), 200, { 'Content-Type': whole.contentType });
    });
  };
}

/** How long the comparison takes says nothing of the token. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Has the registry of this process tell what the process does. Event loop, memory and garbage have the usual names. */
function measureProcess({ registry, streams, pool, replica }: MetricsParts): void {
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'sumi_security_events_total',
    help: 'Lines of the security log by kind.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of securityCounts) this.inc({ event }, count);
    },
  });
  gauge(registry, 'sumi_streams_open', 'Open streams of events.', (it) => it.set(streams.size()));
  gauge(registry, 'sumi_database_connections', 'Connections of the processes.', (it) => {
    const { totalCount, idleCount } = pool;
    it.set({ state: 'idle' }, idleCount);
    it.set({ state: 'busy' }, totalCount - idleCount);
  });
  gauge(registry, 'sumi_database_waiting', 'Requests that wait for a connection.', (it) =>
    it.set(pool.waitingCount),
  );
  if (replica) measureReplica(registry, replica);
}

function measureReplica(registry: Registry, replica: Replica): void {
  const help = 'Processes by how the replica stands to them: it is read where it follows.';
  gauge(registry, 'sumi_replica_processes', help, (it) => {
    it.reset();
    it.set({ state: replica.standing() }, 1);
  });
  new Counter({
    name: 'sumi_shared_reads_total',
    help: 'Reads of pages that many readers share, by the database that answered.',
    labelNames: ['database'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [database, count] of Object.entries(replica.counts())) this.inc({ database }, count);
    },
  });
}

/** What stands in the database is the whole community's already. */
async function readCommunity({ db, log, clock }: MetricsParts): Promise<Registry> {
  const dueWork = await countDueWork({ db, now: clock() }).catch((error) => {
    log.warn({ err: error }, 'the metrics of the database are missing');
    return null;
  });
  const registry = new Registry();
  gauge(registry, 'sumi_database_up', 'Whether the database answered just now.').set(dueWork ? 1 : 0);
  const counts = gauge(
    registry,
    'sumi_due_work',
    'Due work of the whole community by kind: waiting for its turn, or stuck.',
  );
  const late = gauge(
    registry,
    'sumi_due_work_late_seconds',
    'For how long the first of a kind has been due.',
  );
  for (const { kind, waiting, stuck, lateSeconds } of dueWork ?? []) {
    counts.set({ kind, state: 'waiting' }, waiting);
    counts.set({ kind, state: 'stuck' }, stuck);
    late.set({ kind }, lateSeconds);
  }
  return registry;
}

type OwnGauge = Gauge<'kind' | 'state'>;

function gauge(registry: Registry, name: string, help: string, read?: (it: OwnGauge) => void): OwnGauge {
  return new Gauge({
    name,
    help,
    labelNames: ['kind', 'state'],
    registers: [registry],
    ...(read && {
      collect() {
        read(this);
      },
    }),
  });
}
