import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listProposals, previewProposal } from '../../contract.ts';

/** What the reader proposed; a hint about `videos` asks for it again. */
export const proposalsQuery = listQuery(['videos', 'proposals'], (cursor, signal) =>
  call(listProposals, { query: { cursor } }, { signal }),
);

/** Which video an address is, and its title. */
export function previewQuery(address: string) {
  return queryOptions({
    queryKey: ['videos', 'preview', address],
    queryFn: ({ signal }) => call(previewProposal, { query: { address } }, { signal }),
    // Only the title may be worth another try, and that is worth none.
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
