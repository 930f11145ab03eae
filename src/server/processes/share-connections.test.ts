import { expect, it } from 'vitest';
import { shareConnections } from './share-connections.ts';

it.each([
  // processes, DATABASE_POOL, limit of the database, connections of each process
  [2, undefined, 97, 20],
  [4, undefined, 97, 16],
  [8, undefined, 97, 8],
  [16, undefined, 97, 4],
  [28, undefined, 97, 2],
  [29, undefined, 97, null],
  [2, 30, 97, 15],
  [4, 30, 97, 7],
  [4, 7, 97, null],
  [4, 80, 97, null],
  [4, 80, 500, 20],
])('%i processes with a pool of %s on %i connections: %s for each', (processes, pool, limit, each) => {
  expect(shareConnections({ processes, pool, limit })).toBe(each);
});

it('a rolling restart never needs more connections than the database has, with ten to spare', () => {
  for (let processes = 2; processes <= 64; processes++) {
    for (const limit of [50, 97, 197, 997]) {
      const each = shareConnections({ processes, pool: undefined, limit });
      if (each !== null) expect((processes + 1) * (each + 1) + 10).toBeLessThanOrEqual(limit);
    }
  }
});
