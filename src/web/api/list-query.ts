import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** What the server answers for one page of a list. */
export type ListPage<Item> = { items: Item[]; nextCursor: string | null };

/** The query of a list that the server answers page by page: `readPage` reads the page behind a cursor. */
export function listQuery<Page extends ListPage<unknown>, Key extends QueryKey>(
  queryKey: Key,
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
  });
}
