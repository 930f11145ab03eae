import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { furtherPagesSettled } from '../api/further-pages-settled.ts';

/**
 * Invalidates queries once what a person has begun on them has ended: a further page that is loading, and mutations
 * whose key begins like theirs. Invalidating cancels a request under way, so the button for more would do nothing; and
 * an answer from before a mutation would overwrite what the screen shows optimistically.
 */
export async function invalidateWhenSettled(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  await furtherPagesSettled(queryClient, filters);
  await mutationsSettled(queryClient, filters);
  await queryClient.invalidateQueries(filters);
}

/** Mutations without a key change nothing before the server has answered. */
function mutationsSettled(queryClient: QueryClient, { queryKey }: QueryFilters): Promise<void> {
  const cache = queryClient.getMutationCache();
  const areRunning = () =>
    cache
      .findAll({ ...(queryKey && { mutationKey: queryKey }), status: 'pending' })
      .some(({ options }) => options.mutationKey);
  return new Promise((resolve) => {
    if (!areRunning()) return resolve();
    const stop = cache.subscribe(() => {
      if (areRunning()) return;
      stop();
      resolve();
    });
  });
}
