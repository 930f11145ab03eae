import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import {
  checkPayment,
  decideTestCheckout,
  dropPayment,
  giveBackOtherwise,
  type HandMethod,
  listOwnPayments,
  listPayments,
  type OverseenPayment,
  type PaymentFilters,
  readOwnPayment,
  readSeatPrice,
  readTestCheckout,
  readTotals,
  refundPayment,
  type TestOutcome,
} from '../contract.ts';

/** Every key begins with `payments`, so that a hint for it invalidates all of them. */

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

/** The default price of a seat, whose currency is the community's. */
export const seatPriceQuery = queryOptions({
  queryKey: ['payments', 'seat-price'],
  queryFn: ({ signal }) => call(readSeatPrice, undefined, { signal }),
});

export type Outcome<Said> = { onSuccess?: (said: Said) => void; onError?: (error: Error) => void };

/**
 * Changes a payment or a price, then invalidates every query that shows it. A payment gives a plan or a seat, which the
 * administrators' pages about people show beside it. `outcome` runs before, as what is read again may take away what
 * sent it, and also where the page was left meanwhile.
 */
export function useMoneyMutation<Given, Said>(
  mutationFn: (given: Given) => Promise<Said>,
  outcome?: Outcome<Said>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outcome,
    mutationFn,
    onSettled: () =>
      Promise.all(
        ['payments', 'memberships', 'classes', 'people'].map((feature) =>
          queryClient.invalidateQueries({ queryKey: [feature] }),
        ),
      ),
  });
}

export function useTestDecision(id: string, onError: (error: Error) => void) {
  return useMoneyMutation(
    (outcome: TestOutcome) => call(decideTestCheckout, { params: { id }, body: { outcome } }),
    { onError },
  );
}

export function useCheck(id: string) {
  return useMoneyMutation((_: undefined) => call(checkPayment, { params: { id } }));
}

export function useDrop(id: string, outcome: Outcome<unknown>) {
  return useMoneyMutation((_: undefined) => call(dropPayment, { params: { id } }), outcome);
}

export function useRefund(outcome: Outcome<OverseenPayment>) {
  return useMoneyMutation(
    ({ id, reason }: { id: string; reason: string }) =>
      call(refundPayment, { params: { id }, body: { reason } }),
    outcome,
  );
}

/** Notes what was given back in place of a failed refund; one key has it noted once, however often it is sent. */
export function useGiveBack(outcome: Outcome<OverseenPayment>) {
  return useMoneyMutation(
    ({ id, key, ...body }: { id: string; key: string; method: HandMethod; reason: string }) =>
      call(giveBackOtherwise, { params: { id }, body }, { idempotencyKey: key }),
    outcome,
  );
}
