import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ActName } from './acts.ts';
import { runSiege } from './run-siege.ts';

// A siege of some kinds of acts that needs little time; `npm run siege` has all of them, for as long as it is told.
// Other tests run beside it on few cores, so that what depends on time may take longer.

/** Of every second act, the same each time; the others are drawn, so that each run sees something new. */
const fixedSeed = 20_261_125;
const drawnSeed = randomInt(2 ** 30);
const order: readonly ActName[] = [
  'kill a server at any moment',
  'make LISTEN deaf',
  'kill the database server',
  'cut the way to the database',
  'trouble outside',
];

it('a short siege finds no fault, and finds a product that says it did what it did not', {
  timeout: 1_200_000,
}, async () => {
  const lines: string[] = [];
  const siege = await runSiege({
    seeds: [fixedSeed, drawnSeed],
    acts: order.length,
    order,
    breakAtEnd: { breakage: 'false-success', order: Array<ActName>(3).fill('close the way to the database') },
    processes: 2,
    patience: 6,
    broken: null,
    standby: false,
    only: '',
    say: (line) => lines.push(line),
  });
  const report = `seeds ${fixedSeed},${drawnSeed}\n${lines.join('\n')}`;
  console.log(report);
  expect(siege.faults, report).toEqual([]);
  expect(siege.actsDone, report).toBeGreaterThanOrEqual(order.length);
  expect(siege.faultsOfBroken.join('\n'), report).toMatch(/the book says|half of a write/);
});
