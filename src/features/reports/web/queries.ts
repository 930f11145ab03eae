import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listReports, listReportsOf, type ReportedThing } from '../contract.ts';

/** What was reported: open, or settled. */
export function reportsQuery(settled: boolean) {
  return listQuery(['reports', settled], (cursor, signal) =>
    call(listReports, { query: { settled: settled ? 'true' : 'false', cursor } }, { signal }),
  );
}

/**
 * What people said about a thing. The first page comes with the thing and is a part of the key, so that it is never
 * stale.
 */
export function reportsOfQuery({ kind, subject, settledAt, reports }: ReportedThing) {
  const settled = settledAt ? { settledAt } : {};
  return {
    ...listQuery(['reported', kind, subject, settledAt, reports], (cursor, signal) =>
      call(listReportsOf, { params: { kind, subject }, query: { ...settled, cursor } }, { signal }),
    ),
    initialData: { pages: [reports], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
  };
}
