import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Resolves when every read under way has arrived or failed. What is written into the cache meanwhile is lost: TanStack
 * Query then writes the answer, or a list from the pages that it had when the request began.
 */
export async function readsSettled(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const reads = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.allSettled(reads.map(({ promise }) => promise));
}
