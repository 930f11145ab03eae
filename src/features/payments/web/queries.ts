import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listPlans, type PaidTier, setPlanPrice } from '#features/memberships/contract.ts';
import { listPeople } from '#features/people/contract.ts';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  checkPayment,
  decideTestCheckout,
  dropPayment,
  listOwnPayments,
  listPayments,
  type PaymentFilters,
  readOwnPayment,
  readSeatPrice,
  readTestCheckout,
  readTotals,
  recordPayment,
  refundPayment,
  setSeatPrice,
  type TestOutcome,
} from '../contract.ts';

/** Every key begins with `payments`: a hint that money moved asks for all of them again. */

export const ownPaymentsQuery = listQuery(['payments', 'mine'], (cursor, signal) =>
  call(listOwnPayments, { query: { cursor } }, { signal }),
);

export function ownPaymentQuery(id: string) {
  return queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => call(readOwnPayment, { params: { id } }, { signal }),
  });
}

export function testCheckoutQuery(id: string) {
  return queryOptions({
    queryKey: ['payments', 'test', id],
    queryFn: ({ signal }) => call(readTestCheckout, { params: { id } }, { signal }),
  });
}

export function paymentsQuery(filters: PaymentFilters) {
  return {
    ...listQuery(['payments', 'all', filters], (cursor, signal) =>
      call(listPayments, { query: { ...filters, cursor, limit: 30 } }, { signal }),
    ),
    placeholderData: keepPreviousData,
  };
}

export function totalsQuery(filters: PaymentFilters) {
  return queryOptions({
    queryKey: ['payments', 'totals', filters],
    queryFn: ({ signal }) => call(readTotals, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const seatPriceQuery = queryOptions({
  queryKey: ['payments', 'seat-price'],
  queryFn: ({ signal }) => call(readSeatPrice, undefined, { signal }),
});

export const plansQuery = queryOptions({
  queryKey: ['memberships', 'plans'],
  queryFn: ({ signal }) => call(listPlans, undefined, { signal }),
});

/** People whose name or e-mail has these pieces, for whoever looks for one. */
export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: ['people', 'to-pay', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q, limit: 8 } }, { signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
}

/** Does something with money, and then everything that shows it is asked for again. */
function useMoneyMutation<Given, Said>(mutationFn: (given: Given) => Promise<Said>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        ['payments', 'memberships', 'classes'].map((feature) =>
          queryClient.invalidateQueries({ queryKey: [feature] }),
        ),
      ),
  });
}

export function useTestDecision(id: string) {
  return useMoneyMutation((outcome: TestOutcome) =>
    call(decideTestCheckout, { params: { id }, body: { outcome } }),
  );
}

export function useCheck(id: string) {
  return useMoneyMutation((_: undefined) => call(checkPayment, { params: { id } }));
}

export function useDrop(id: string) {
  return useMoneyMutation((_: undefined) => call(dropPayment, { params: { id } }));
}

export function useRefund() {
  return useMoneyMutation(({ id, reason }: { id: string; reason: string }) =>
    call(refundPayment, { params: { id }, body: { reason } }),
  );
}

export type ManualPayment = NonNullable<InputOf<typeof recordPayment>['body']>;

export function useRecord(key: string) {
  return useMoneyMutation((body: ManualPayment) => call(recordPayment, { body }, { idempotencyKey: key }));
}

export function usePriceChange() {
  return useMoneyMutation(async ({ of, priceCents, currency }: PriceChange): Promise<void> => {
    if (of === 'single') await call(setSeatPrice, { body: { priceCents, currency } });
    else await call(setPlanPrice, { params: { tier: of }, body: { priceCents } });
  });
}

export type PriceChange = { of: PaidTier | 'single'; priceCents: number; currency: string };
