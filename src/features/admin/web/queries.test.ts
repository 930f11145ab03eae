import { expect, it } from 'vitest';
import { minuteMs } from '#shared/time/durations.ts';
import { overviewQuery, trendsQuery, waitingQuery } from './queries.ts';

it.each([
  ['the overview', overviewQuery],
  ['what waits for them', waitingQuery],
  ['the trends', trendsQuery],
])(
  'an administrator who cannot be shown %s is told so until they ask again, and has it read every few minutes once it is shown',
  (_, { refetchInterval }) => {
    const interval = refetchInterval as unknown as (query: { state: { data: unknown } }) => number | false;
    expect(interval({ state: { data: undefined } })).toBe(false);
    expect(interval({ state: { data: {} } })).toBeGreaterThanOrEqual(minuteMs);
  },
);
