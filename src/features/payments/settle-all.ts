/** How many are asked about at the same time: a provider that hangs must not keep the others waiting in line. */
const abreast = 10;

/** Does something with each, a few at a time, in their order; `act` sees to its own failures. */
export async function settleAll<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, items.length) }, worker));
}
