/**
 * Runs each item apart, one after another, so that one that fails keeps no other waiting. Throws the first error once
 * all were tried: the chore is logged as failed and begins again.
 */
export async function runEach<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await run(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
