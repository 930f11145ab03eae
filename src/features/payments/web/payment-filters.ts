import { localInstant } from '#shared/time/local-instant.ts';
import { calendarDay } from '#shared/time/zones.ts';
import type { FiltersOf } from '#web/ui/lists/use-filters.ts';
import { type PaymentFilters, paymentFilters } from '../contract.ts';

export const periods = ['this-month', 'last-month', 'this-year'] as const;

const { status, kind, method, search } = paymentFilters.shape;

/** What the page's address may hold: the filters of the server, but for the period, which has a name. */
export const namedFilters = { status, kind, method, search, period: periods };

export type NamedFilters = FiltersOf<typeof namedFilters>;

/** The filters as the server takes them. Months are those of the reader's zone. */
export function withPeriod({ period, ...filters }: NamedFilters, now: Date, zone: string): PaymentFilters {
  const [from, to] = monthsOf(period, now, zone);
  return {
    ...filters,
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
  };
}

function monthsOf(period: NamedFilters['period'], now: Date, zone: string): [Date?, Date?] {
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
