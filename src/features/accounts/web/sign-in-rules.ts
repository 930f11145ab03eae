import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readSignInRules } from '../contract.ts';

/** What the sign-in page has to know of this community. */
export const signInRulesQuery = queryOptions({
  queryKey: ['accounts', 'sign-in-rules'],
  queryFn: ({ signal }) => call(readSignInRules, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The default rules until the server has answered with those of this community. */
const usual = {
  passwordMinLength: 6,
  mail: 'sent',
  providers: [],
  passkeys: false,
  phones: [],
  contact: '',
} as const;

/** The fewest characters of a password, where letters go, and where to write to the community. */
export function useSignInRules() {
  return useQuery(signInRulesQuery).data ?? usual;
}
