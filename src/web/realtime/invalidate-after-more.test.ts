import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateAfterMore } from './invalidate-after-more.ts';

it('invalidateAfterMore lets a further page arrive before its list is asked again', async () => {
  const queryClient = new QueryClient();
  const asked: number[] = [];
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['notices'],
    queryFn: async ({ pageParam, signal }) => {
      asked.push(pageParam);
      await new Promise((resolve) => setTimeout(resolve, 20));
      signal.throwIfAborted();
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
  });
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([1]);

  list.fetchNextPage();
  await invalidateAfterMore(queryClient, { queryKey: ['notices'] });

  expect(list.getCurrentResult().data?.pages).toEqual([1, 2]);
  expect(asked).toEqual([1, 2, 1, 2]);
  stop();
  queryClient.clear();
});
