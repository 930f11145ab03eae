import {
  infiniteQueryOptions,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { walletQuery } from '#features/coins/web/queries.ts';
import { call } from '#web/api/call.ts';
import { buyItem, listOrders, listStoreItems } from '../contract.ts';

/** Every key begins with `store`: when something changed there, all of them are asked for again. */

export const itemsQuery = queryOptions({
  queryKey: ['store', 'items'],
  queryFn: ({ signal }) => call(listStoreItems, undefined, { signal }),
});

/** The reader's orders, newest first. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['store', 'orders'],
  queryFn: ({ pageParam: cursor, signal }) => call(listOrders, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/**
 * Buys an item. The same `key` is the same purchase however often it is sent, so trying again after an answer
 * that never came buys nothing twice. What became of it is read again either way.
 */
export function usePurchase(item: { id: string; key: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: purchaseKey(item.key),
    mutationFn: () => call(buyItem, { body: { itemId: item.id } }, { idempotencyKey: item.key }),
    onSuccess: ({ balance }) => queryClient.setQueryData(walletQuery.queryKey, { balance }),
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: ['coins'] });
      queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey });
    },
  });
}

/** Whether that purchase is on its way. */
export function useIsBuying({ key }: { key: string }): boolean {
  return useIsMutating({ mutationKey: purchaseKey(key) }) > 0;
}

const purchaseKey = (key: string) => ['store', 'purchase', key];
