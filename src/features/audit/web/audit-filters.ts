import { type AuditFilters, auditFilters } from '../contract.ts';

/** What the page's address filters by: days stand in it as `yyyy-mm-dd` of the reader's own calendar. */
export const filterNames = ['q', 'act', 'actor', 'person', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters as the server takes them: a period is from the first day's midnight to the last day's end. */
export function filtersIn(address: URLSearchParams): AuditFilters {
  const said = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<FilterName, string>>;
  const wanted: Record<string, string | undefined> = {
    ...said,
    from: said.from && midnight(said.from, 0),
    to: said.to && midnight(said.to, 1),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value && auditFilters.safeParse({ [name]: value }).success,
    ),
  );
}

/** The instant a day begins on the reader's clock, or one so many days later; undefined for no day. */
function midnight(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const instant = new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + later);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
