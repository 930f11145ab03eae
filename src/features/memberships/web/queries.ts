import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import {
  buyMembership,
  cancelMembership,
  changeMembership,
  readMembership,
  resumeMembership,
} from '../contract.ts';
import type { Asking } from './plan-dialog-words.ts';

/** Every key begins with `memberships`, so that a hint for it invalidates all of them. */
export const membershipQuery = queryOptions({
  queryKey: ['memberships', 'mine'],
  queryFn: ({ signal }) => call(readMembership, undefined, { signal }),
});

/**
 * Makes the change, or navigates to the checkout for `pay`, then invalidates the plan, its payments, the account's tier
 * and the classes that it opens. `onDone` runs before a page shows the new plan, and also where the page was left
 * meanwhile; after `pay` it never runs.
 */
export function usePlanAct(onDone: (act: Exclude<Asking['act'], 'pay'>) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: Asking) => {
      if (wanted.act === 'pay') {
        const { url } = await call(buyMembership, { body: { tier: wanted.tier } });
        window.location.assign(url);
        return null;
      }
      return wanted.act === 'change'
        ? await call(changeMembership, { body: { tier: wanted.tier, priceSeen: wanted.offer.priceCents } })
        : await call(wanted.act === 'cancel' ? cancelMembership : resumeMembership);
    },
    onSuccess(message, { act }) {
      if (!message || act === 'pay') return;
      onDone(act);
      queryClient.setQueryData(membershipQuery.queryKey, message);
    },
    onSettled: () =>
      Promise.all(
        ['memberships', 'payments', 'accounts', 'classes'].map((feature) =>
          queryClient.invalidateQueries({ queryKey: [feature] }),
        ),
      ),
  });
}
