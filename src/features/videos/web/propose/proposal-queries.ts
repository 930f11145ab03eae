import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listProposals, previewProposal } from '../../contract.ts';

/** The teacher's proposals; a hint about `videos` invalidates them. */
export const proposalsQuery = listQuery(['videos', 'proposals'], (cursor, signal) =>
  call(listProposals, { query: { cursor } }, { signal }),
);

/** The video that an address names, and its title. */
export function previewQuery(address: string) {
  return queryOptions({
    queryKey: ['videos', 'preview', address],
    queryFn: ({ signal }) => call(previewProposal, { query: { address } }, { signal }),
    // No retry: the title is a convenience only.
    retry: false,
    staleTime: minuteMs,
    refetchOnWindowFocus: false,
  });
}
