import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listPlans } from '../contract.ts';

/** The monthly price of each plan. Its key begins with `memberships`, which is where prices change. */
export const plansQuery = queryOptions({
  queryKey: ['memberships', 'plans'],
  queryFn: ({ signal }) => call(listPlans, undefined, { signal }),
});
