/** The day `yyyy-mm-dd` that an address names; null when it is no date, because people type addresses. */
export function dayInAddress(written: string | null): string | null {
  if (!written || !/^20\d\d-\d\d-\d\d$/.test(written)) return null;
  const day = new Date(`${written}T12:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day.toISOString().slice(0, 10);
}
