import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listReports } from '../contract.ts';

/** What was reported: open, or settled. */
export function reportsQuery(settled: boolean) {
  return listQuery(['reports', settled], (cursor, signal) =>
    call(listReports, { query: { settled: settled ? 'true' : 'false', cursor } }, { signal }),
  );
}
