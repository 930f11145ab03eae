import { calendarDay, mexicoCity } from '#shared/time/zones.ts';
import type { CupSeason } from '../../contract.ts';
import { lastMonths } from './last-months.ts';

/** Until which day of a month the figures are likely those of the month before, which is about to be closed. */
const lastDayOfClosing = 5;

/** The month that figures most likely belong to: this one, or in its first days the one before, until it is closed. */
export function proposeMonth(seasons: readonly Pick<CupSeason, 'season' | 'closedAt'>[], now: Date): string {
  const [current = '', previous = ''] = lastMonths(now);
  const day = Number(calendarDay(now.toISOString(), mexicoCity).slice(8));
  const isClosed = seasons.some(({ season, closedAt }) => season === previous && closedAt !== null);
  return day > lastDayOfClosing || isClosed ? current : previous;
}
