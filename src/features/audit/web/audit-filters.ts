import { addDays } from '#shared/time/calendar-days.ts';
import { localInstant } from '#shared/time/local-instant.ts';
import { type AuditFilters, auditFilters } from '../contract.ts';

/** The page's search parameters; days are `yyyy-mm-dd` in the reader's zone. */
export const filterNames = ['q', 'act', 'actor', 'person', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];

/** The server's filters: a period is from the first day's midnight to the last day's end. */
export function filtersIn(address: URLSearchParams, zone: string): AuditFilters {
  const inAddress = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<FilterName, string>>;
  const wanted: Record<string, string | undefined> = {
    ...inAddress,
    from: inAddress.from && midnightOf(inAddress.from, zone),
    to: inAddress.to && midnightAfter(inAddress.to, zone),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value && auditFilters.safeParse({ [name]: value }).success,
    ),
  );
}

/** The instant at which the day begins in the zone; undefined for no day. */
function midnightOf(day: string, zone: string): string | undefined {
  const instant = localInstant(day, '00:00', zone);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

function midnightAfter(day: string, zone: string): string | undefined {
  return midnightOf(day, zone) && midnightOf(addDays(day, 1), zone);
}
