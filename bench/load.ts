import autocannon from 'autocannon';

/** The number of concurrent requests. */
export const callers = 32;

export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string };

/**
 * Sends `callers` concurrent requests for `seconds` and returns the answers per second. An answer other than 2xx is an
 * error, because a fast refusal says nothing about speed.
 */
export async function loadHttp(url: string, seconds: number, next: () => Ask): Promise<number> {
  const result = await autocannon({
    url,
    connections: callers,
    duration: seconds,
    requests: [{ setupRequest: (request) => Object.assign(request, next()) }],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`);
  return result.requests.total / result.duration;
}

/** The same with any asynchronous function instead of a request. */
export async function load(seconds: number, act: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await act();
        done++;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
