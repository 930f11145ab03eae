import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#shared/locales.ts';
import { call } from '#web/api/call.ts';
import { type PolicyName, previewDeletion, readPolicy } from '../contract.ts';

export const deletionQuery = queryOptions({
  queryKey: ['privacy', 'deletion'],
  queryFn: ({ signal }) => call(previewDeletion, undefined, { signal }),
  // What is lost must be true at the moment it is shown.
  gcTime: 0,
});

export function policyQuery(name: PolicyName, locale: Locale) {
  return queryOptions({
    queryKey: ['privacy', 'policy', name, locale],
    queryFn: ({ signal }) => call(readPolicy, { params: { name }, query: { locale } }, { signal }),
  });
}
