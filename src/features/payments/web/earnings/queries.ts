import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import {
  listEarningsSeats,
  listOwed,
  listPayouts,
  type Payout,
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

/** Its dialog shows a failure, and stays open. */
export function useRecordPayout(key: string, onSuccess: (recorded: Payout) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: GivenPayout) => call(recordPayout, { body }, { idempotencyKey: key }),
    onSuccess,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  });
}

/** Undoes a payout, from its line or from the toast that tells it. */
export function useReversePayout(told?: { done: string; onDone: () => void }) {
  const { t } = useTranslation('payments');
  return useAct((id: string) => call(reversePayout, { params: { id } }), {
    ...told,
    stale: ['payments'],
    failed: t('payouts.reverseFailed'),
  });
}
