import { performance } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metric, Sample } from './write-metrics.ts';

/** Upper ends of the buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Timed = { seconds: number; byStatus: Map<number, number>; counts: number[] };

/**
 * How many requests each operation got, what they were answered and how long that took. An operation is named by its
 * method and the address it is mounted at, so a caller cannot make new ones up.
 */
export class RequestMetrics {
  readonly #operations = new Map<string, Timed>();

  readonly measure: MiddlewareHandler = async (c, next) => {
    const begun = performance.now();
    await next();
    const method = methods.has(c.req.method) ? c.req.method : 'OTHER';
    const address = routePath(c).replaceAll(/:(\w+)(\{[^/]*\})?/g, '{$1}');
    this.#add(`${method} ${address}`, c.res.status, (performance.now() - begun) / 1000);
  };

  read(): Metric[] {
    const operations = [...this.#operations];
    return [
      {
        name: 'sumi_http_requests_total',
        help: 'Requests by operation and status.',
        type: 'counter',
        samples: operations.flatMap(([operation, { byStatus }]) =>
          [...byStatus].map(([status, value]) => ({ labels: { operation, status: String(status) }, value })),
        ),
      },
      {
        name: 'sumi_http_request_seconds',
        help: 'Time until an answer began, by operation.',
        type: 'histogram',
        samples: operations.flatMap(([operation, timed]) => samplesOf(operation, timed)),
      },
    ];
  }

  #add(operation: string, status: number, seconds: number): void {
    const timed = this.#operations.get(operation) ?? {
      seconds: 0,
      byStatus: new Map(),
      counts: Array<number>(buckets.length + 1).fill(0),
    };
    this.#operations.set(operation, timed);
    timed.seconds += seconds;
    timed.byStatus.set(status, (timed.byStatus.get(status) ?? 0) + 1);
    const bucket = buckets.findIndex((end) => seconds <= end);
    timed.counts[bucket < 0 ? buckets.length : bucket]! += 1;
  }
}

function samplesOf(operation: string, { seconds, counts }: Timed): Sample[] {
  let total = 0;
  const inBuckets = counts.map((count, nth) => {
    total += count;
    return {
      suffix: '_bucket',
      labels: { operation, le: nth < buckets.length ? String(buckets[nth]) : '+Inf' },
      value: total,
    };
  });
  return [
    ...inBuckets,
    { suffix: '_sum', labels: { operation }, value: seconds },
    { suffix: '_count', labels: { operation }, value: total },
  ];
}
