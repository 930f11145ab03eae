import { expect, it } from 'vitest';
import { countedIn, sumMetrics } from './sum-metrics.ts';
import type { Metric } from './write-metrics.ts';

const metric = (name: string, traits: Partial<Metric>): Metric => ({
  ...{ name, help: 'Things.', type: 'counter', samples: [] },
  ...traits,
});

const requests = (ok: number, failed?: number) =>
  metric('requests', {
    samples: [
      { labels: { status: '200' }, value: ok },
      ...(failed === undefined ? [] : [{ labels: { status: '500' }, value: failed }]),
    ],
  });

const cases: [string, Metric[][], Metric[]][] = [
  ['counters of the same labels', [[requests(3)], [requests(4, 1)]], [requests(7, 1)]],
  [
    'the parts of a histogram apart',
    [1, 2].map((value) => [
      metric('seconds', {
        type: 'histogram',
        samples: [
          { suffix: '_bucket', labels: { le: '1' }, value },
          { suffix: '_count', labels: { le: '1' }, value: 10 * value },
        ],
      }),
    ]),
    [
      metric('seconds', {
        type: 'histogram',
        samples: [
          { suffix: '_bucket', labels: { le: '1' }, value: 3 },
          { suffix: '_count', labels: { le: '1' }, value: 30 },
        ],
      }),
    ],
  ],
  [
    'a delay as the longest, a start as the first',
    [5, 9].map((value) => [
      metric('delay', { type: 'gauge', across: 'most', samples: [{ value }] }),
      metric('start', { type: 'gauge', across: 'least', samples: [{ value }] }),
    ]),
    [
      metric('delay', { type: 'gauge', across: 'most', samples: [{ value: 9 }] }),
      metric('start', { type: 'gauge', across: 'least', samples: [{ value: 5 }] }),
    ],
  ],
  ['what one process alone has met', [[requests(3)], []], [requests(3)]],
  ['nothing of no process', [], []],
];

it.each(cases)('sumMetrics joins %s', (_what, processes, whole) => {
  expect(sumMetrics(processes)).toEqual(whole);
});

it('countedIn keeps what grows and leaves out what a process that ended has no longer', () => {
  const streams = metric('streams', { type: 'gauge', samples: [{ value: 4 }] });
  expect(countedIn([streams, requests(3)])).toEqual([requests(3)]);
});
