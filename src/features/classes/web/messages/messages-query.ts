import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readClassMessages } from '../../contract.ts';

/** What the organisers of a class wrote to its students; the first load of no page needs it. */
export function messagesQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'messages', id],
    queryFn: ({ signal }) => call(readClassMessages, { params: { id } }, { signal }),
  });
}
