import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { readsSettled } from './reads-settled.ts';

/** Resolves when every further page of a list that is loading has arrived or failed. */
export function furtherPagesSettled(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  return readsSettled(queryClient, { ...filters, predicate: ({ state }) => !!state.fetchMeta?.fetchMore });
}
