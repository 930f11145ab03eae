/** How long a first page is left alone with what it shows before more is fetched, in milliseconds. */
const restAfter = 1500;

/** A page may never be idle, on a busy machine or behind another tab. */
const idleAtLatest = { timeout: 5000 };

let rest: Promise<void> | undefined;

/**
 * Resolves once the first page stands, and then the next time that the browser has nothing else to do. Each caller has
 * such a moment of their own: all that waits for the first page would otherwise run as one long task.
 */
export async function pageAtRest(): Promise<void> {
  rest ??= new Promise((resolve) => setTimeout(resolve, restAfter));
  await rest;
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), idleAtLatest);
    else setTimeout(resolve);
  });
}
