import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Invalidates queries, those that are loading a further page only when that page is there. Invalidating cancels
 * a request under way: the button for more that a person has just pressed would do nothing.
 */
export async function invalidateAfterMore(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const loadingMore = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.fetchMeta?.fetchMore);
  await Promise.allSettled(loadingMore.map(({ promise }) => promise));
  await queryClient.invalidateQueries(filters);
}
