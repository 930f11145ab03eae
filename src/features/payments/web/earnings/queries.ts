import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import {
  listEarningsSeats,
  listOwed,
  listPayouts,
  readEarnings,
  recordPayout,
  reversePayout,
} from '../../contract.ts';

/** Every key begins with `payments`, so that a hint for it invalidates all of them. */

/** A statement; of the reader where no teacher is named, in the community's currency where none is. */
export function earningsQuery(teacherId: string | undefined, currency?: string) {
  return queryOptions({
    queryKey: ['payments', 'earnings', teacherId ?? 'mine', currency ?? 'usual'],
    queryFn: ({ signal }) => call(readEarnings, { query: { teacherId, currency } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function seatsQuery(teacherId: string | undefined, month: string, currency: string) {
  return listQuery(['payments', 'earnings-seats', teacherId ?? 'mine', month, currency], (cursor, signal) =>
    call(listEarningsSeats, { query: { teacherId, month, currency, cursor } }, { signal }),
  );
}

export function payoutsQuery(teacherId: string | undefined) {
  return listQuery(['payments', 'payouts', teacherId ?? 'mine'], (cursor, signal) =>
    call(listPayouts, { query: { teacherId, cursor } }, { signal }),
  );
}

export const owedQuery = queryOptions({
  queryKey: ['payments', 'owed'],
  queryFn: ({ signal }) => call(listOwed, undefined, { signal }),
});

export type GivenPayout = NonNullable<InputOf<typeof recordPayout>['body']>;

function usePayoutMutation<Given, Said>(
  mutationFn: (given: Given) => Promise<Said>,
  onError?: (error: unknown) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  });
}

export function useRecordPayout(key: string) {
  return usePayoutMutation((body: GivenPayout) => call(recordPayout, { body }, { idempotencyKey: key }));
}

/** Undoes a payout. It says itself that it failed: the toast with the undo outlives the dialog that it comes from. */
export function useReversePayout() {
  const { t } = useTranslation('payments');
  return usePayoutMutation(
    (id: string) => call(reversePayout, { params: { id } }),
    (error) => toastFailure(error, t('payouts.reverseFailed')),
  );
}
