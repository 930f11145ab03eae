import { QueryClient } from '@tanstack/react-query';
import { CallError, mayPass } from './call-error.ts';

/** How long an answer is fresh, in milliseconds. */
const freshFor = 15_000;
const mostRetries = 2;

/**
 * The cache of the server's answers. A query's key begins with the name of the feature whose hints make its answer
 * stale (`['classes', 'upcoming']`), mostly the feature that answers it. A key that no hint should invalidate begins
 * otherwise (`['own-device']`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor,
      retry: (failures, error) => failures < mostRetries && mayPassAtOnce(error),
      retryDelay: (failures) => 300 * 2 ** failures + Math.random() * 300,
      // Let a query fail when there is no network: the page says so instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** What failed without a call is asked again too. A rate limit lasts longer than the retries. */
function mayPassAtOnce(error: unknown): boolean {
  return !(error instanceof CallError) || (mayPass(error) && error.status !== 429);
}
