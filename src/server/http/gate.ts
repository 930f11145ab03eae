import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * Lets `atOnce` of something run at a time and `waiting` wait; whoever comes after that is asked to try again
 * in a moment. For work that would otherwise crowd out everything else.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function pass<T>(act: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new Refusal(commonRefusals.busy);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    running++;
    try {
      return await act();
    } finally {
      running--;
      queue.shift()?.();
    }
  };
}
