import { performance } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, Histogram, type Registry } from 'prom-client';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type RequestMetrics = {
  /** Counts each request that reaches the application. */
  measure: MiddlewareHandler;
  /** Counts one that was answered before. */
  count: (operation: string, status: number, seconds: number) => void;
};

/**
 * Counts in `registry` how many requests each operation got, what they were answered and how long that took. An
 * operation is named by its method and the address it is mounted at, so a caller cannot make new ones up.
 */
export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'sumi_http_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const took = new Histogram({
    name: 'sumi_http_request_seconds',
    help: 'Time until an answer began, by operation.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const count: RequestMetrics['count'] = (operation, status, seconds) => {
    requests.inc({ operation, status });
    took.observe({ operation }, seconds);
  };
  return {
    count,
    async measure(c, next) {
      const begun = performance.now();
      await next();
      const method = methods.has(c.req.method) ? c.req.method : 'OTHER';
      const operation = `${method} ${routePath(c).replaceAll(/:(\w+)(\{[^/]*\})?/g, '{$1}')}`;
      count(operation, c.res.status, (performance.now() - begun) / 1000);
    },
  };
}
