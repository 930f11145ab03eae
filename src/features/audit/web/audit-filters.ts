import { type AuditFilters, auditFilters } from '../contract.ts';

/** The page's search parameters; days are `yyyy-mm-dd` in the reader's zone. */
export const filterNames = ['q', 'act', 'actor', 'person', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];

/** The server's filters: a period is from the first day's midnight to the last day's end. */
export function filtersIn(address: URLSearchParams): AuditFilters {
  const inAddress = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<FilterName, string>>;
  const wanted: Record<string, string | undefined> = {
    ...inAddress,
    from: inAddress.from && midnight(inAddress.from, 0),
    to: inAddress.to && midnight(inAddress.to, 1),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value && auditFilters.safeParse({ [name]: value }).success,
    ),
  );
}

/** The instant at which the day, or the day `later` days after it, begins for the reader; undefined for no day. */
function midnight(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const instant = new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + later);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
