import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listPasskeys } from '../../contract.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, undefined, { signal }),
});
