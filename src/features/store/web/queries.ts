import { keepPreviousData, queryOptions, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { walletQuery } from '#features/coins/web/queries.ts';
import { streakQuery } from '#features/profiles/web/queries.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import {
  buyItem,
  listAllOrders,
  listManagedItems,
  listOrders,
  listStoreItems,
  type OrderFilters,
  verifyCertificate,
} from '../contract.ts';
import { plainCode } from '../rules.ts';

/** Every key begins with `store`, so that a hint for it invalidates all of them. */

export const itemsQuery = queryOptions({
  queryKey: ['store', 'items'],
  queryFn: ({ signal }) => call(listStoreItems, undefined, { signal }),
});

/** The reader's orders, newest first. */
export const ordersQuery = listQuery(['store', 'orders'], (cursor, signal) =>
  call(listOrders, { query: { cursor } }, { signal }),
);

/** The orders of all members. While another filter loads, the previous orders stay visible. */
export function allOrdersQuery(filters: OrderFilters) {
  return {
    ...listQuery(['store', 'all-orders', filters], (cursor, signal) =>
      call(listAllOrders, { query: { ...filters, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
  };
}

/** The catalogue with items that are not for sale, for administrators. */
export const managedItemsQuery = queryOptions({
  queryKey: ['store', 'managed-items'],
  queryFn: ({ signal }) => call(listManagedItems, undefined, { signal }),
});

/** A certificate; an unknown code is a refusal and is not retried. */
export function certificateQuery(code: string) {
  return queryOptions({
    queryKey: ['store', 'certificate', plainCode(code)],
    queryFn: ({ signal }) => call(verifyCertificate, { params: { code } }, { signal }),
  });
}

/**
 * Buys an item at the price the buyer saw. Idempotent under `key`, so a retry after a lost answer buys nothing twice.
 * The balance and the orders are invalidated on success and on failure. `onBought` also runs where the page was left
 * meanwhile.
 */
export function usePurchase(
  item: { id: string; key: string; price: number },
  onBought: (left: number) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: purchaseKey(item.key),
    mutationFn: () =>
      call(buyItem, { body: { itemId: item.id, priceSeen: item.price } }, { idempotencyKey: item.key }),
    onSuccess({ balance }) {
      queryClient.setQueryData(walletQuery.queryKey, { balance });
      onBought(balance);
    },
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: ['coins'] });
      queryClient.invalidateQueries({ queryKey: streakQuery.queryKey });
      queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey });
      queryClient.invalidateQueries({ queryKey: itemsQuery.queryKey });
    },
  });
}

/** Whether the purchase with this key is running. */
export function useIsBuying({ key }: { key: string }): boolean {
  return useIsMutating({ mutationKey: purchaseKey(key) }) > 0;
}

const purchaseKey = (key: string) => ['store', 'purchase', key];
