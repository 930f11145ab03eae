import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { readClassMessages } from '../../contract.ts';

/** The page of a class shows the newest before all else that it says; a reader who asks for earlier ones reads on. */
const newest = 10;
const atOnce = 50;

/** What the organisers of a class wrote to its students; the first load of no page needs it. */
export function messagesQuery(id: string) {
  return listQuery(['classes', 'messages', id], (cursor, signal) =>
    call(
      readClassMessages,
      { params: { id }, query: { cursor, limit: cursor === undefined ? newest : atOnce } },
      { signal },
    ),
  );
}
