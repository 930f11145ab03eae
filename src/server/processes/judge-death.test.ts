import { expect, it } from 'vitest';
import { judgeDeath } from './judge-death.ts';

it('a worker that served for long is replaced at once, whatever was before', () => {
  expect(judgeDeath({ strikes: 5, servedMs: 60_000 })).toEqual({ strikes: 0, waitMs: 0, isHopeless: false });
});

it('workers that die soon are replaced after a wait that doubles, and the sixth in a row is hopeless', () => {
  const waits: number[] = [];
  const hopeless: boolean[] = [];
  let strikes = 0;
  for (let death = 1; death <= 9; death++) {
    const verdict = judgeDeath({ strikes, servedMs: 100 });
    waits.push(verdict.waitMs);
    hopeless.push(verdict.isHopeless);
    strikes = verdict.strikes;
  }
  expect(waits).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(hopeless.indexOf(true)).toBe(5);
});
