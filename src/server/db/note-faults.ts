import { AsyncLocalStorage } from 'node:async_hooks';

type Faults = { first?: unknown };

const underWay = new AsyncLocalStorage<Faults>();

/** Every failed statement is told here (`connect.ts`), and every connection that the pool could not give. */
export function noteFault(error: unknown): void {
  const faults = underWay.getStore();
  if (faults) faults.first ??= error;
}

/**
 * Runs code that catches errors of the database and answers another one, or none. `fault` is the first error that the
 * database gave it; undefined for none.
 */
export async function withFaults<T>(act: () => Promise<T>): Promise<{ result: T; fault: unknown }> {
  const faults: Faults = {};
  const result = await underWay.run(faults, act);
  return { result, fault: faults.first };
}
