import { expect, it } from 'vitest';
import { writeMetrics } from './write-metrics.ts';

it('writeMetrics writes the text form of Prometheus, with quotes, backslashes and line breaks of labels escaped', () => {
  const text = writeMetrics([
    { name: 'sumi_streams_open', help: 'Open streams.', type: 'gauge', samples: [{ value: 2 }] },
    {
      name: 'sumi_things',
      help: 'Things.',
      type: 'histogram',
      samples: [{ suffix: '_bucket', labels: { of: 'a "b" \\ c\nd', le: '+Inf' }, value: 0.5 }],
    },
  ]);
  expect(text).toBe(
    [
      '# HELP sumi_streams_open Open streams.',
      '# TYPE sumi_streams_open gauge',
      'sumi_streams_open 2',
      '# HELP sumi_things Things.',
      '# TYPE sumi_things histogram',
      String.raw`sumi_things_bucket{of="a \"b\" \\ c\nd",le="+Inf"} 0.5`,
      '',
    ].join('\n'),
  );
});
