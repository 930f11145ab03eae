import { expect, it } from 'vitest';
import { runEach } from './run-each.ts';

it('runEach runs what comes after an item that fails, in order, and throws the first error', async () => {
  const done: number[] = [];
  const run = async (item: number) => {
    if (item % 2 === 1) throw new Error(`no ${item}`);
    done.push(item);
  };
  await expect(runEach([0, 1, 2, 3, 4], run)).rejects.toThrow('no 1');
  expect(done).toEqual([0, 2, 4]);
  await expect(runEach([6], run)).resolves.toBeUndefined();
});
