import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freeMemoryOfStart } from './free-memory-of-start.ts';

it('freeMemoryOfStart collects what no code refers to any more, and returns its pages to the system', async () => {
  const left = new WeakRef(Array.from({ length: 1_000_000 }, (_, n) => ({ n })));
  await sleep(50);
  const before = process.memoryUsage();
  const freed = freeMemoryOfStart(10);
  expect(left.deref()).toBeDefined();
  await freed;
  await sleep(50);
  expect(left.deref()).toBeUndefined();
  expect(process.memoryUsage().heapTotal).toBeLessThan(before.heapTotal - 10_000_000);
});
