import { expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { createSemaphore } from './semaphore.ts';

/** Work that ends when it is told to. */
function newWork() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return { act: () => ended, end };
}

it('a semaphore never runs more at once than it may, also when a newcomer arrives as a place is handed over', async () => {
  const pass = createSemaphore({ atOnce: 1, waiting: 10 });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < 5; n++) {
    all.push(pass(work), pass(work));
    // The newcomer of the next round asks in the very turn in which a place is handed over.
    await Promise.resolve();
  }
  await Promise.all(all);
  expect(most).toBe(1);
});

it('a semaphore lets those ahead pass first, and keeps places for them when the others’ are taken', async () => {
  const pass = createSemaphore({ atOnce: 1, waiting: 2 });
  const order: string[] = [];
  const running = newWork();
  const first = pass(running.act);
  const note = (name: string) => async () => void order.push(name);
  const waiting = [pass(note('a')), pass(note('b'))];
  await expect(pass(note('c'))).rejects.toMatchObject({ code: commonRefusals.busy.code });
  waiting.push(pass(note('ahead'), { ahead: true }));
  running.end();
  await Promise.all([first, ...waiting]);
  expect(order).toEqual(['ahead', 'a', 'b']);
});

it('a semaphore goes on after work that failed', async () => {
  const pass = createSemaphore({ atOnce: 1, waiting: 1 });
  await expect(pass(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await pass(async () => 'done')).toBe('done');
});
