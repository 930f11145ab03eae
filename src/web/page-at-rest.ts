/** How long a first page is left alone with what it shows before more is fetched, in milliseconds. */
const restAfter = 1500;

let rest: Promise<void> | undefined;

/** Resolves once the first page stands and the browser has nothing else to do; at once on later pages. */
export function pageAtRest(): Promise<void> {
  rest ??= new Promise<void>((resolve) => setTimeout(resolve, restAfter)).then(idle);
  return rest;
}

/** Resolves once the first page stands, and then the next time that the browser has nothing else to do. */
export async function idleAtRest(): Promise<void> {
  await pageAtRest();
  await idle();
}

function idle(): Promise<void> {
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  return new Promise((resolve) => whenIdle(() => resolve()));
}
