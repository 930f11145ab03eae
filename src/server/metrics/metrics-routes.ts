import cluster from 'node:cluster';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { Db } from '../db/connect.ts';
import type { Api } from '../http/api.ts';
import { clientAddress } from '../http/client-address.ts';
import { networkOf } from '../http/network-of.ts';
import { countDueWork } from '../jobs/find-stuck.ts';
import type { Log } from '../log.ts';
import { noteSecurity, securityCounts } from '../note-security.ts';
import type { Streams } from '../realtime/streams.ts';
import { shareFigures, type Whole } from './figures-of-workers.ts';
import { readProcessMetrics } from './process-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { type Metric, metricsType, writeMetrics } from './write-metrics.ts';

export type MetricsParts = {
  /** What a reader has to send as its bearer token; null hides the address. */
  token: string | null;
  requests: RequestMetrics;
  streams: Streams;
  db: Db;
  pool: Pool;
  log: Log;
  clock: () => Date;
  trustProxy: boolean;
};

/**
 * `GET /metrics`, for a program of the operator that watches this server, whichever of its processes answers. Without
 * the token it is an address like any that does not exist.
 */
export function metricsRoutes(parts: MetricsParts) {
  const readOwn = () => readFigures(parts);
  const readWhole = cluster.isWorker
    ? shareFigures(readOwn)
    : async (): Promise<Whole> => ({ metrics: readOwn(), processes: 1 });
  return (api: Api): void => {
    api.get('/metrics', async (c) => {
      const { token, log, trustProxy } = parts;
      const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
      if (token === null || given === undefined) return c.notFound();
      if (!isSame(given, token)) {
        const network = networkOf(clientAddress(c, trustProxy));
        noteSecurity(log, 'bad-token', { network }, 'a wrong token of /metrics');
        return c.notFound();
      }
      c.header('Cache-Control', 'no-store');
      const [{ metrics, processes }, ofDatabase] = await Promise.all([readWhole(), readDatabase(parts)]);
      const count = gauge('sumi_processes', 'Processes of this server that answered.', [
        { value: processes },
      ]);
      return c.text(writeMetrics([count, ...metrics, ...ofDatabase]), 200, { 'Content-Type': metricsType });
    });
  };
}

/** How long the comparison takes says nothing of the token. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** The figures of this process. */
function readFigures({ requests, streams, pool }: MetricsParts): Metric[] {
  const { totalCount, idleCount, waitingCount } = pool;
  return [
    ...requests.read(),
    {
      name: 'sumi_security_events_total',
      help: 'Lines of the security log by kind.',
      type: 'counter',
      samples: [...securityCounts].map(([event, value]) => ({ labels: { event }, value })),
    },
    gauge('sumi_streams_open', 'Open streams of events.', [{ value: streams.size() }]),
    gauge('sumi_database_connections', 'Connections of the processes.', [
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'busy' }, value: totalCount - idleCount },
    ]),
    gauge('sumi_database_waiting', 'Requests that wait for a connection.', [{ value: waitingCount }]),
    ...readProcessMetrics(),
  ];
}

/** What stands in the database is the whole community's already. */
async function readDatabase({ db, log, clock }: MetricsParts): Promise<Metric[]> {
  const dueWork = await countDueWork({ db, now: clock() }).catch((error) => {
    log.warn({ err: error }, 'the metrics of the database are missing');
    return null;
  });
  return [
    gauge('sumi_database_up', 'Whether the database answered just now.', [{ value: dueWork ? 1 : 0 }]),
    gauge(
      'sumi_due_work',
      'Due work of the whole community by kind: waiting for its turn, or stuck.',
      (dueWork ?? []).flatMap(({ kind, waiting, stuck }) => [
        { labels: { kind, state: 'waiting' }, value: waiting },
        { labels: { kind, state: 'stuck' }, value: stuck },
      ]),
    ),
    gauge(
      'sumi_due_work_late_seconds',
      'For how long the first of a kind has been due.',
      (dueWork ?? []).map(({ kind, lateSeconds }) => ({ labels: { kind }, value: lateSeconds })),
    ),
  ];
}

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});
