import { addDays } from '#shared/time/calendar-days.ts';
import { localInstant } from '#shared/time/local-instant.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import type { FiltersOf } from '#web/ui/lists/use-filters.ts';
import { type AuditFilters, auditFilters } from '../contract.ts';

/** What the page's address may hold: the filters of the server, but for its instants, which are days. */
export const dayFilters = { ...auditFilters.shape, from: typedDay, to: typedDay };

export type DayFilters = FiltersOf<typeof dayFilters>;

/** The filters as the server takes them: from the first day's midnight in the reader's zone to the last day's end. */
export function withInstants({ from, to, ...filters }: DayFilters, zone: string): AuditFilters {
  const midnight = (day: string) => localInstant(day, '00:00', zone).toISOString();
  return {
    ...filters,
    ...(from && { from: midnight(from) }),
    ...(to && { to: midnight(addDays(to, 1)) }),
  };
}
