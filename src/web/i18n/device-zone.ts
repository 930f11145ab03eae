import { isZone, mexicoCity } from '#shared/zones.ts';

/** The zone of the clock beside the reader: their device's. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : mexicoCity;
}
