import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListPage } from './list-query.ts';
import { useInSlices } from './use-in-slices.ts';

export type List<Item, Page = ListPage<Item>> = {
  /** The items of all pages read so far; undefined while there is none. */
  items: Item[] | undefined;
  /** The first page, for what the server says beside the items. */
  first: Page | undefined;
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
};

/** Reads a list page by page. `query.fetchNextPage` reads on; `PagedList` shows all of it. */
export function useList<Page extends ListPage<unknown>, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
): List<Page['items'][number], Page> {
  const query = useInfiniteQuery(options);
  const data = useInSlices(query.data);
  const items = useMemo(() => data?.pages.flatMap((page): Page['items'] => page.items), [data]);
  return { items, first: data?.pages[0], query };
}
