import { setTimeout as sleep } from 'node:timers/promises';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateWhenSettled } from './invalidate-when-settled.ts';

it('invalidateWhenSettled lets a further page arrive before its list is asked again', async () => {
  const queryClient = new QueryClient();
  const asked: number[] = [];
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['notices'],
    queryFn: async ({ pageParam, signal }) => {
      asked.push(pageParam);
      await sleep(20);
      signal.throwIfAborted();
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
  });
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([1]);

  list.fetchNextPage();
  await invalidateWhenSettled(queryClient, { queryKey: ['notices'] });

  expect(list.getCurrentResult().data?.pages).toEqual([1, 2]);
  expect(asked).toEqual([1, 2, 1, 2]);
  stop();
  queryClient.clear();
});

it('invalidateWhenSettled lets a mutation of the feature end before an answer can overwrite what it shows', async () => {
  const queryClient = new QueryClient();
  const stored = { marked: 0 };
  const queryKey = ['classes', 'roster'];
  const roster = new QueryObserver(queryClient, { queryKey, queryFn: async () => ({ ...stored }) });
  const stop = roster.subscribe(() => {});
  await expect.poll(() => roster.getCurrentResult().data).toEqual({ marked: 0 });
  const shown: unknown[] = [];
  roster.subscribe(({ data }) => shown.push(data?.marked));

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const mark = new MutationObserver(queryClient, {
    mutationKey: ['classes', 'marks'],
    mutationFn: async () => {
      await answered;
      stored.marked = 1;
    },
    onMutate: () => void queryClient.setQueryData(queryKey, { marked: 1 }),
  }).mutate();
  const invalidated = invalidateWhenSettled(queryClient, { queryKey: ['classes'] });
  const other = invalidateWhenSettled(queryClient, { queryKey: ['coins'] });
  await other;
  await sleep(20);
  answer();
  await Promise.all([mark, invalidated]);

  expect(shown).not.toContain(0);
  expect(roster.getCurrentResult().data).toEqual({ marked: 1 });
  stop();
  queryClient.clear();
});
