import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Resolves when every further page of a list that is loading has arrived or failed. TanStack Query writes such a list
 * from the pages that it had when the request began: what is written into the list meanwhile is lost.
 */
export async function furtherPagesSettled(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const loadingMore = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.fetchMeta?.fetchMore);
  await Promise.allSettled(loadingMore.map(({ promise }) => promise));
}
