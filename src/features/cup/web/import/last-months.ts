import { seasonAt } from '../../rules.ts';

const monthsOffered = 24;

/** The season of this month and those before it, the latest first: `2026-11`, `2026-10` and so on. */
export function lastMonths(now: Date): string[] {
  const [year = 0, month = 1] = seasonAt(now).split('-').map(Number);
  return Array.from({ length: monthsOffered }, (_, ago) => {
    const first = new Date(Date.UTC(year, month - 1 - ago, 1));
    return first.toISOString().slice(0, 7);
  });
}
