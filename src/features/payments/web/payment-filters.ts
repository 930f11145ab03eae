import { localInstant } from '#shared/time/local-instant.ts';
import { calendarDay } from '#shared/time/zones.ts';
import type { PaymentFilters } from '../contract.ts';
import { kinds, listedStatuses, methods } from '../contract.ts';

export const periods = ['all', 'this-month', 'last-month', 'this-year'] as const;

/** The filters as they stand in the address. */
export type Chosen = {
  status: string;
  kind: string;
  method: string;
  period: string;
  search: string;
};
export type FilterName = keyof Chosen;

export function chosenIn(address: URLSearchParams): Chosen {
  const of = (name: FilterName) => address.get(name) ?? '';
  return {
    status: of('status'),
    kind: of('kind'),
    method: of('method'),
    period: of('period'),
    search: of('search'),
  };
}

/** The filters as the server takes them; unknown values are left out. Months are those of the reader's zone. */
export function filtersOf(
  { status, kind, method, period, search }: Chosen,
  now: Date,
  zone: string,
): PaymentFilters {
  const [from, to] = monthsOf(period, now, zone);
  return {
    ...oneOf('status', listedStatuses, status),
    ...oneOf('kind', kinds, kind),
    ...oneOf('method', methods, method),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
    ...(search && { search: search.slice(0, 100) }),
  };
}

function oneOf<Name extends string, Word extends string>(
  name: Name,
  words: readonly Word[],
  given: string,
): { [K in Name]?: Word } {
  const word = words.find((each) => each === given);
  return (word ? { [name]: word } : {}) as { [K in Name]?: Word };
}

function monthsOf(period: string, now: Date, zone: string): [Date?, Date?] {
  const [year = 0, month = 0] = calendarDay(now.toISOString(), zone).split('-').map(Number);
  const first = (months: number) => {
    const day = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
    return localInstant(day, '00:00', zone);
  };
  if (period === 'this-month') return [first(0)];
  if (period === 'last-month') return [first(-1), first(0)];
  if (period === 'this-year') return [first(1 - month)];
  return [];
}
