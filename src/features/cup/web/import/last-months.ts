const monthsOffered = 24;

/** This month and those before it, the latest first: `2026-11`, `2026-10` and so on. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsOffered }, (_, ago) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago, 1));
    return first.toISOString().slice(0, 7);
  });
}
