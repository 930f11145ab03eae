import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readSignInRules } from '../contract.ts';

const signInRulesQuery = queryOptions({
  queryKey: ['accounts', 'sign-in-rules'],
  queryFn: ({ signal }) => call(readSignInRules, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the product asks of a password until the server has said what this community does. */
const usual = { passwordMinLength: 6, mail: 'sent' } as const;

/** The shortest password here, and what becomes of letters. */
export function useSignInRules() {
  return useQuery(signInRulesQuery).data ?? usual;
}
