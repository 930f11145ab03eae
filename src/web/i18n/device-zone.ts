import { isZone, mexicoCity } from '#shared/zones.ts';

/** The zone of the device. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : mexicoCity;
}
