import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './write-metrics.ts';

const delay = monitorEventLoopDelay({ resolution: 20 });

/** The names are those that dashboards for Node look for. */
export function readProcessMetrics(): Metric[] {
  // Runs from the first reading on: a process that is not watched pays nothing.
  delay.enable();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const metrics = [
    gauge('process_resident_memory_bytes', 'Memory of the processes.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of objects in use.', heapUsed),
    gauge(
      'process_start_time_seconds',
      'When the first process started.',
      Date.now() / 1000 - process.uptime(),
      'least',
    ),
    gauge(
      'nodejs_eventloop_lag_p50_seconds',
      'Delay of the event loop since the last reading, half of it below, in the worst process.',
      seconds(delay.percentile(50)),
      'most',
    ),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'The same, 99 of 100 below.',
      seconds(delay.percentile(99)),
      'most',
    ),
    gauge('nodejs_eventloop_lag_max_seconds', 'The same, the longest.', seconds(delay.max), 'most'),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time that the processes have used.',
      type: 'counter' as const,
      samples: [{ value: (user + system) / 1e6 }],
    },
  ];
  delay.reset();
  return metrics;
}

const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);

const gauge = (name: string, help: string, value: number, across?: Metric['across']): Metric => ({
  name,
  help,
  type: 'gauge',
  ...(across && { across }),
  samples: [{ value }],
});
