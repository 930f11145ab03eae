import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** Calls with `ahead` run before the others that wait. Each of the two queues holds `waiting` calls. */
export type Semaphore = <T>(act: () => Promise<T>, options?: { ahead?: boolean }) => Promise<T>;

/**
 * A semaphore: `atOnce` calls run at a time, others wait in a queue, and a call that finds its queue full is refused
 * with a retry hint. For work that would otherwise starve every other request.
 */
export function createSemaphore({ atOnce, waiting }: { atOnce: number; waiting: number }): Semaphore {
  const [first, second]: [(() => void)[], (() => void)[]] = [[], []];
  let running = 0;
  return async function pass<T>(act: () => Promise<T>, { ahead = false } = {}): Promise<T> {
    if (running >= atOnce) {
      const queue = ahead ? first : second;
      if (queue.length >= waiting) throw new Refusal(commonRefusals.busy);
      // The call that ends hands its place over, so a newcomer cannot take it in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running++;
    }
    try {
      return await act();
    } finally {
      const next = first.shift() ?? second.shift();
      if (next) next();
      else running--;
    }
  };
}
