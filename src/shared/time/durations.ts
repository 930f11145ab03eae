/** Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * The end of what starts then and lasts so many minutes. The server calls it with dates, the browser with ISO texts.
 */
export function endOf({
  startsAt,
  durationMinutes,
}: {
  startsAt: Date | string;
  durationMinutes: number;
}): Date {
  return new Date(new Date(startsAt).getTime() + durationMinutes * minuteMs);
}
