import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readInvitation, readLink } from '../../contract.ts';

export function resetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['accounts', 'reset-link', token],
    queryFn: ({ signal }) => call(readLink, { body: { token } }, { signal }),
  });
}

export function guardianLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['accounts', 'guardian-link', token],
    queryFn: ({ signal }) => call(readLink, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['accounts', 'invitation', code],
    queryFn: ({ signal }) => call(readInvitation, { params: { code } }, { signal }),
  });
}
