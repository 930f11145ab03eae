/**
 * A zone in which it is between three in the morning and nine in the evening, so that a few hours before and after an
 * instant are on the same day there. For tests about "today" that run at any hour.
 */
export function zoneFarFromMidnight(now = new Date()): string {
  const hour = now.getUTCHours();
  return hour >= 3 && hour < 21 ? 'UTC' : 'Asia/Tokyo';
}
