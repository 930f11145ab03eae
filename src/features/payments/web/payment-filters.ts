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
export function filtersOf({ status, kind, method, period, search }: Chosen, now: Date): PaymentFilters {
  const [from, to] = monthsOf(period, now);
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

function monthsOf(period: string, now: Date): [Date?, Date?] {
  const first = (months: number) => new Date(now.getFullYear(), now.getMonth() + months, 1);
  if (period === 'this-month') return [first(0)];
  if (period === 'last-month') return [first(-1), first(0)];
  if (period === 'this-year') return [new Date(now.getFullYear(), 0, 1)];
  return [];
}
