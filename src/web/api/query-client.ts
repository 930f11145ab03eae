import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** How long an answer is fresh, in milliseconds. */
const freshFor = 15_000;
const mostRetries = 2;

/**
 * The cache of the server's answers. The first element of every query's key is the name of the feature
 * that answers it (`['classes', 'upcoming']`): a hint that something changed in a feature finds them by it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor,
      retry: (failures, error) => failures < mostRetries && worthAnotherTry(error),
      retryDelay: (failures) => 300 * 2 ** failures + Math.random() * 300,
      // Let a query fail when there is no network: the page says so instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** A refusal stays a refusal; a server that was busy or unreachable may have recovered. */
function worthAnotherTry(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}
