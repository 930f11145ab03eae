/** How long a first page is left alone with what it shows before more is fetched, in milliseconds. */
const restAfter = 1500;

let rest: Promise<void> | undefined;

/**
 * Resolves once the first page stands, and then the next time that the browser has nothing else to do. Each caller has
 * such a moment of their own: all that waits for the first page would otherwise run as one long task.
 */
export async function pageAtRest(): Promise<void> {
  rest ??= new Promise((resolve) => setTimeout(resolve, restAfter));
  await rest;
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  await new Promise<void>((resolve) => whenIdle(() => resolve()));
}
