import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listManagedClasses } from '#features/classes/contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { useMoneyMutation } from '#features/payments/web/queries.ts';
import type { InputOf } from '#shared/operation.ts';
import { dayMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { listPeople } from '../../contract.ts';

/** People whose name or e-mail has these pieces. */
export function payersQuery(search: string) {
  return queryOptions({
    queryKey: ['people', 'to-pay', search],
    queryFn: ({ signal }) => call(listPeople, { query: { search, limit: 8 } }, { signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  });
}

const daysBack = 14;
const mostClasses = 50;

/**
 * The classes that a payment may be for and whose title or teacher has these pieces: those of the last two weeks and
 * the coming ones, by start, at most so many.
 */
export function payableClassesQuery(search: string) {
  return queryOptions({
    queryKey: ['classes', 'payable', search],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - daysBack * dayMs).toISOString();
      const query = { from, limit: mostClasses, seats: 'priced' as const, ...(search && { search }) };
      return (await call(listManagedClasses, { query }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

export type ManualPayment = NonNullable<InputOf<typeof recordPayment>['body']>;

export function useRecord(key: string, onSuccess: () => void) {
  return useMoneyMutation((body: ManualPayment) => call(recordPayment, { body }, { idempotencyKey: key }), {
    onSuccess,
  });
}
