import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listProposals, previewProposal } from '../../contract.ts';

/** What the reader proposed; a hint about `videos` asks for it again. */
export const proposalsQuery = infiniteQueryOptions({
  queryKey: ['videos', 'proposals'],
  queryFn: ({ pageParam: cursor, signal }) => call(listProposals, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

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
