import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { type AuditFilters, listAudit, listAuditChoices } from '../contract.ts';

/** Every key begins with `audit`: a hint that something was done asks for all of them again. */

/** The lines that fit; while others are on their way those at hand stay. */
export function auditLogQuery(filters: AuditFilters) {
  return {
    ...listQuery(['audit', 'log', filters], (cursor, signal) =>
      call(listAudit, { query: { ...filters, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  };
}

/** What the log can be filtered by. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  queryFn: ({ signal }) => call(listAuditChoices, undefined, { signal }),
});
