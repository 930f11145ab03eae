import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listManagedClasses } from '#features/classes/contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { useMoneyMutation } from '#features/payments/web/queries.ts';
import type { InputOf } from '#shared/operation.ts';
import { dayMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { listPeople } from '../../contract.ts';

/** People whose name or e-mail has these pieces. */
export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: ['people', 'to-pay', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q, limit: 8 } }, { signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
}

const daysBack = 14;
const mostClasses = 200;

/** The classes that a payment may be for: those of the last two weeks and the coming ones, by start. */
export const payableClassesQuery = queryOptions({
  queryKey: ['classes', 'payable'],
  queryFn: async ({ signal }) => {
    const from = new Date(Date.now() - daysBack * dayMs).toISOString();
    const { items } = await call(listManagedClasses, { query: { from, limit: mostClasses } }, { signal });
    return items.filter(({ status, priceCents }) => status !== 'cancelled' && priceCents !== null);
  },
});

export type ManualPayment = NonNullable<InputOf<typeof recordPayment>['body']>;

export function useRecord(key: string) {
  return useMoneyMutation((body: ManualPayment) => call(recordPayment, { body }, { idempotencyKey: key }));
}
